"""Pictures made on the server, to be sent on."""
