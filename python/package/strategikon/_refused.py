"""Refusals: what was asked is not allowed, and why."""


class Refused(ValueError):
    """An order, a throw or a request that is not allowed; nothing was changed by it.

    ``rule`` is the number of the rule that forbids it, or ``protocol`` or ``dice`` where the request makes no sense as
    it stands; ``why`` is a sentence for a person.
    """

    rule: str
    why: str

    def __init__(self, rule: str, why: str) -> None:
        super().__init__(rule, why)
        self.rule = rule
        self.why = why

    def __str__(self) -> str:
        return f"{self.why} ({self.rule})"
