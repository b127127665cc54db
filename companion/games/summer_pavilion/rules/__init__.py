"""How Summer Pavilion is played: taking, placing, passing, scoring."""
