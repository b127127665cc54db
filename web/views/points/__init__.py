"""Points: score sheets, whole games, records, and what any picture would score."""
