"""What pictures show becomes readings: explained, doubted, asked about, thought over again."""
