"""What people and programs may say: the actions, their forms, and what is sent."""
