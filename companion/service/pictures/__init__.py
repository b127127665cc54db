"""Pictures that people send or look at: kept, checked, judged by themselves."""
