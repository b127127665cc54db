"""The keeper of one sitting, and what it needs to judge a picture: answers, corrections, offers."""
