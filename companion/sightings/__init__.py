"""What pictures say of boards, in likelihoods, and what several say together: no rules yet."""
