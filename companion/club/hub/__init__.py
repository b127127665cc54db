"""The hub's side of the club: it hears all tables, keeps the books and calls people to play."""
