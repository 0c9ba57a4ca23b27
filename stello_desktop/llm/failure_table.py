"""What a refusal means: a table of status, code and words, read from the top; the first row that fits decides.

A status alone says little: services put a wrong key, a model that they do not have and a conversation that is too
long all under 400, and both "too fast" and "no money" under 429 (Q24, Q25, Q31). A code is exact, so it may stand
for any status; words are looser, so each row names the statuses where they can be believed.
"""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

from stello_desktop.domain.errors import ProviderErrorKind

UNKNOWN_STATUS: Final = 0
"""Of an error inside an answer that began well, where it names no status itself (Q6)."""

_ANY: Final = range(1000)
_KEY_REFUSED: Final = frozenset({HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN})
_NO_SUCH_PLACE: Final = frozenset({HTTPStatus.NOT_FOUND, HTTPStatus.METHOD_NOT_ALLOWED})
_LATE: Final = frozenset({HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.GATEWAY_TIMEOUT})
_ITS_OWN_FAULT: Final = frozenset({UNKNOWN_STATUS, HTTPStatus.CONFLICT, *range(500, 600)}) - _LATE
_WRONG_REQUEST: Final = frozenset({HTTPStatus.BAD_REQUEST, HTTPStatus.UNPROCESSABLE_ENTITY})
_SAYS_LITTLE: Final = _WRONG_REQUEST | _ITS_OWN_FAULT
_NO_PLACE_BUT: Final = frozenset(_ANY) - _NO_SUCH_PLACE


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a refusal gives to go by.

    Attributes:
        status: of the answer, or `UNKNOWN_STATUS`.
        codes: every short code in the body, in lower case.
        words: everything that the body says.
        waits: whether it says when to come back.
    """

    status: int
    codes: frozenset[str] = frozenset()
    words: str = ""
    waits: bool = False


@dataclass(frozen=True, slots=True)
class Rule:
    """One row. It fits where the status does and, if the row names any, a code, the words or a wait does too.

    Attributes:
        codes: exact codes in lower case.
        waits: whether it is enough that the service says when to come back.
    """

    kind: ProviderErrorKind
    statuses: Container[int] = _ANY
    codes: frozenset[str] = frozenset()
    words: re.Pattern[str] | None = None
    waits: bool = False

    def fits(self, evidence: Evidence) -> bool:
        """Whether this row is about such a refusal."""
        if evidence.status not in self.statuses:
            return False
        if not (self.codes or self.words or self.waits):
            return True
        by_words = self.words is not None and self.words.search(evidence.words) is not None
        return by_words or (self.waits and evidence.waits) or not self.codes.isdisjoint(evidence.codes)


def deciding_rule(evidence: Evidence) -> Rule:
    """The first row that fits; the last one fits everything."""
    return next(rule for rule in RULES if rule.fits(evidence))


def _words(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


def _codes(text: str) -> frozenset[str]:
    return frozenset(text.split())


_NO_CREDIT_CODES: Final = _codes(
    "insufficient_quota insufficient_balance insufficient_credits insufficient_user_quota billing_error billing_disabled "
    "billing_not_active billing_hard_limit_reached exceeded_current_quota_error arrearage accountoverdueerror creditserror"
)
_NO_CREDIT: Final = _words(
    r"insufficient[_ ](?:account )?(?:quota|credits?|balance|funds)",
    r"balance (?:is|too)[^.]{0,20}(?:low|insufficient|not enough)|overdue balance|account is in good standing",
    r"(?:run )?out of credits?|credits? (?:are|is|have been) (?:depleted|exhausted|used up)|used all available credits",
    r"(?:doesn'?t|don'?t|does not|do not) have any credits|no credits? (?:left|remaining)|monthly included credits",
    r"billing hard limit|enable billing|billing to be enabled|key limit exceeded",
    r"余额不足|欠费|账户余额",
)
_NO_CREDIT_MAYBE: Final = _words(
    r"exceeded your current (?:token )?quota|quota exceeded|payment required",
    r"check your (?:plan and )?billing|purchase (?:more )?credits",
)
"""Some services say this where one only has to wait, so whatever says so comes first."""

_NOT_THESE_WORDS: Final = _words(r"\bflagged\b|requires moderation|content[_ ](?:policy|filter)")
_NOT_THIS_MODEL: Final = _words(r"(?:no|not have) access to (?:the )?model")
_TOO_LARGE: Final = _words(r"request too large for|tokens must be reduced in order to run")
_RATE_CODES: Final = _codes(
    "rate_limit_exceeded rate_limit_error rate_limit_reached_error rate_limited too_many_requests throttling "
    "throttling.ratequota throttling.burstrate limit_requests"
)
_RATE_SPAN: Final = _words(r"\bper[ _-]?(?:second|minute|hour|day)\b|Per(?:Minute|Day)Per|free-models-per")
_RATE: Final = _words(r"rate[_ -]?limit|too many requests|temporarily rate|throttl")
_RATE_SURELY: Final = _words(
    r"rate[_ -]?limit (?:is |was |has been )?(?:exceeded|reached)",
    "too many requests",
    r"(?:exceed|hit|reach)(?:ed|ing)?[^.]{0,30} rate[_ -]?limit",
)
_CONTEXT_CODES: Final = _codes(
    "context_length_exceeded exceed_context_size_error model_max_prompt_tokens_exceeded string_above_max_length "
    "request_too_large"
)
_CONTEXT: Final = _words(
    r"context[ _](?:length|size|window|limit)|maximum context|prompt[ _]is[ _]too[ _]long|prompt too long",
    r"too many tokens|input is too long|token count exceeds|maximum number of tokens allowed|model token limit",
    r"maximum model length|maximum prompt length|prompt token count of \d+ exceeds|exceeds max length",
    r"range of input length|inputs` (?:must have less than|tokens \+)|n_keep\b.{0,20}>= ?n_ctx",
    r"prompt 超长|上下文.{0,6}(?:超|过长)",
)
_OVERLOADED: Final = _words(r"overloaded|at capacity|unavailable|insufficient_system_resource")
_AUTH_CODES: Final = _codes(
    "invalid_api_key incorrect_api_key api_key_invalid auth_error authentication_error"
)
_AUTH: Final = _words(
    r"api[ _-]?key (?:is )?(?:not valid|invalid|incorrect|expired|has expired|not found)",
    r"(?:invalid|incorrect|wrong|expired|missing) (?:\w+ )?api[ _-]?key|authentication error|virtual key expected",
)
_AUTH_MAYBE: Final = _words(r"authentication|unauthori[sz]ed|permission_error")
_NOT_FOUND_CODES: Final = _codes(
    "model_not_found invalid_model model_not_exist model_decommissioned model_not_available model_not_supported "
    "modelnotfound unknown_model"
)
_NOT_FOUND: Final = _words(
    r"model[_ ]not[_ ](?:found|exist)|no such model|\bunknown model\b|invalid model(?: name| id|:)|not a valid model",
    r"\bmodel:?[ '\"`]{0,3}[\w./:@+-]{0,120}['\"`]? (?:is |was |does )?not (?:found|exist)\b",
    r"\bmodel:?[ '\"`]{0,3}[\w./:@+-]{0,120}['\"`]? has been decommissioned|no models? (?:is )?loaded|模型不存在",
)
_NOT_HERE_CODES: Final = _codes("unsupported_country_region_territory")

_K = ProviderErrorKind
RULES: Final[tuple[Rule, ...]] = (
    # No money, said so that nothing else can be meant: no wait and no other key helps (one try).
    Rule(_K.NO_CREDIT, {HTTPStatus.PAYMENT_REQUIRED}),
    Rule(_K.NO_CREDIT, _ANY, _NO_CREDIT_CODES, _NO_CREDIT),
    Rule(_K.NO_CREDIT, {HTTPStatus.TOO_MANY_REQUESTS}, frozenset({"1113"})),
    # Larger than what may be sent in a minute: it fits no sooner by waiting (row 29).
    Rule(_K.CONTEXT_LENGTH, _NO_PLACE_BUT, words=_TOO_LARGE),
    Rule(_K.CONTEXT_LENGTH, {HTTPStatus.REQUEST_ENTITY_TOO_LARGE}),
    # A code says what it is about, under whatever status.
    Rule(_K.RATE_LIMITED, codes=_RATE_CODES),
    Rule(_K.BAD_REQUEST, codes=_NOT_HERE_CODES),
    Rule(_K.CONTEXT_LENGTH, codes=_CONTEXT_CODES),
    Rule(_K.NOT_FOUND, codes=_NOT_FOUND_CODES),
    Rule(_K.AUTH, codes=_AUTH_CODES),
    # A key that is accepted, but not for this: other messages need no other key (row 27).
    Rule(_K.BAD_REQUEST, {HTTPStatus.FORBIDDEN}, words=_NOT_THESE_WORDS),
    Rule(_K.NOT_FOUND, {HTTPStatus.FORBIDDEN}, words=_NOT_THIS_MODEL),
    Rule(_K.NOT_FOUND, {HTTPStatus.FORBIDDEN}, words=_NOT_FOUND),
    Rule(_K.RATE_LIMITED, {HTTPStatus.FORBIDDEN}, words=_RATE_SURELY, waits=True),
    Rule(_K.AUTH, _KEY_REFUSED),
    # Too fast: a span of time or a wait says so, whatever the sentence says of bills (Q25).
    Rule(_K.RATE_LIMITED, {UNKNOWN_STATUS, HTTPStatus.TOO_MANY_REQUESTS}, words=_RATE_SPAN, waits=True),
    Rule(_K.NO_CREDIT, _NO_PLACE_BUT, words=_NO_CREDIT_MAYBE),
    Rule(_K.RATE_LIMITED, {HTTPStatus.TOO_MANY_REQUESTS}),
    # Too long (Q24).
    Rule(_K.CONTEXT_LENGTH, _NO_PLACE_BUT, words=_CONTEXT),
    Rule(_K.CONTEXT_LENGTH, {HTTPStatus.BAD_REQUEST}, frozenset({"1261", "3051"})),
    # A place, or an answer in time.
    Rule(_K.NOT_FOUND, _NO_SUCH_PLACE),
    Rule(_K.NOT_FOUND, range(300, 400)),
    Rule(_K.TIMEOUT, _LATE),
    # The words where the status says little.
    Rule(_K.RATE_LIMITED, _ITS_OWN_FAULT, words=_RATE),
    Rule(_K.SERVER, _ITS_OWN_FAULT, words=_OVERLOADED),
    Rule(_K.AUTH, _SAYS_LITTLE, words=_AUTH),
    Rule(_K.AUTH, _ITS_OWN_FAULT, words=_AUTH_MAYBE),
    Rule(_K.NOT_FOUND, _SAYS_LITTLE, words=_NOT_FOUND),
    Rule(_K.SERVER, _ITS_OWN_FAULT),
    Rule(_K.BAD_REQUEST, range(400, 500)),
    Rule(_K.SERVER),
)
