"""Who answers: any OpenAI-compatible service, the practice assistant, and what finds them."""
