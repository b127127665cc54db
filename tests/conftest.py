"""What holds for all tests."""

from hypothesis import settings

settings.register_profile("ours", deadline=None)  # machines differ by a factor of three
settings.load_profile("ours")
