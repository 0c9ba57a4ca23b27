"""What real services answer when they refuse, row by row: the kind, how long to wait, and the sizes (Q24, Q25, Q31).

The bodies are shortened; names and numbers in them are ours.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import pytest

from stello_desktop.domain.errors import ProviderErrorKind
from stello_desktop.llm.failure_table import RULES, deciding_rule
from stello_desktop.llm.failures import (
    asked_size,
    context_size,
    evidence_in,
    read_failure,
    read_stream_failure,
)
from stello_desktop.llm.waits import retry_after_s

K = ProviderErrorKind


@dataclass(frozen=True)
class Seen:
    """One refusal as a service sends it, and what it means."""

    service: str
    status: int
    body: Any
    kind: ProviderErrorKind
    wait_s: float | None = None
    limit: int | None = None
    asked: int | None = None

    def __str__(self) -> str:
        return f"{self.service}-{self.status}-{self.kind}"


def error(message: str, **more: Any) -> dict[str, Any]:
    return {"error": {"message": message, **more}}


def flat(message: str, **more: Any) -> dict[str, Any]:
    return {"object": "error", "message": message, **more}


def gemini(status: int, message: str, word: str, *details: Any) -> list[Any]:
    return [{"error": {"code": status, "message": message, "status": word, "details": list(details)}}]


TOO_FAST = [
    Seen(
        "openai",
        429,
        error(
            "Rate limit reached for big-1 in organization org-x on requests per min (RPM): Limit 3, Used 3, Requested 1. "
            "Please try again in 20s. You can increase your rate limit by adding a payment method to your account at "
            "https://platform.example.com/account/billing.",
            type="requests",
            code="rate_limit_exceeded",
        ),
        K.RATE_LIMITED,
        20,
    ),
    Seen(
        "openai-old",
        429,
        error(
            "Rate limit reached for big-1 on requests per min. Limit: 20 / min. Please add a payment method to your "
            "account. Visit https://platform.example.com/account/billing to add one.",
            type="requests",
            code=None,
        ),
        K.RATE_LIMITED,
    ),
    Seen(
        "groq",
        429,
        error(
            "Rate limit reached for model `small` on tokens per day (TPD): Limit 100000, Used 99000, Requested 1443. "
            "Please try again in 9m38.016s. Need more tokens? Upgrade at https://console.example.com/settings/billing",
            type="tokens",
            code="rate_limit_exceeded",
        ),
        K.RATE_LIMITED,
        578.016,
    ),
    Seen(
        "gemini",
        429,
        gemini(
            429,
            "You exceeded your current quota, please check your plan and billing details. * Quota exceeded for metric: "
            "generate_content_free_tier_requests, limit: 20\nPlease retry in 34.074824224s.",
            "RESOURCE_EXHAUSTED",
            {"@type": "type.example.com/google.rpc.RetryInfo", "retryDelay": "34s"},
        ),
        K.RATE_LIMITED,
        34,
    ),
    Seen(
        "gemini-minute",
        429,
        gemini(
            429,
            "Quota exceeded for quota metric 'Generate Content API requests per minute' and limit '60'.",
            "RESOURCE_EXHAUSTED",
        ),
        K.RATE_LIMITED,
    ),
    Seen(
        "anthropic",
        429,
        {
            "type": "error",
            "error": {
                "type": "rate_limit_error",
                "message": "This request would exceed your organization's rate limit.",
            },
        },
        K.RATE_LIMITED,
    ),
    Seen(
        "mistral",
        429,
        flat("Service tier capacity exceeded for this model.", code="3505"),
        K.RATE_LIMITED,
    ),
    Seen(
        "kimi",
        429,
        error("The engine is currently overloaded, please try again later", type="engine_overloaded_error"),
        K.RATE_LIMITED,
    ),
    Seen("qwen", 429, error("Requests throttled", code="Throttling.RateQuota"), K.RATE_LIMITED),
    Seen("zhipu", 429, error("您的账户已达到速率限制，请您控制请求频率", code="1302"), K.RATE_LIMITED),
    Seen("zhipu-busy", 429, error("该模型当前访问量过大，请您稍后再试", code="1305"), K.RATE_LIMITED),
    Seen(
        "openrouter",
        429,
        error(
            "Rate limit exceeded: free-models-per-day. Add 10 credits to unlock 1000 free model requests per day",
            code=429,
        ),
        K.RATE_LIMITED,
    ),
    Seen(
        "openrouter-upstream",
        429,
        error(
            "Provider returned error",
            code=429,
            metadata={
                "raw": "m:free is temporarily rate-limited upstream",
                "error_type": "rate_limit_exceeded",
            },
        ),
        K.RATE_LIMITED,
    ),
    Seen(
        "litellm",
        429,
        error("No deployments available, Try again in 60 seconds.", type="None", code="429"),
        K.RATE_LIMITED,
        60,
    ),
    Seen("azure", 429, error("Please retry after 7 seconds.", code="429"), K.RATE_LIMITED, 7),
    Seen("gateway", 502, error("upstream says: too many requests"), K.RATE_LIMITED),
]
NO_CREDIT = [
    Seen(
        "openai",
        429,
        error(
            "You exceeded your current quota, please check your plan and billing details.",
            type="insufficient_quota",
            code="insufficient_quota",
        ),
        K.NO_CREDIT,
    ),
    Seen(
        "openai-limit",
        400,
        error("Billing hard limit has been reached", code="billing_hard_limit_reached"),
        K.NO_CREDIT,
    ),
    Seen(
        "litellm",
        429,
        error(
            "litellm.RateLimitError: RateLimitError: OpenAIException - You exceeded your current quota, please check "
            "your plan and billing details.",
            type="throttling_error",
            code="429",
        ),
        K.NO_CREDIT,
    ),
    Seen(
        "gemini",
        429,
        gemini(429, "Your prepayment credits are depleted. Manage your billing.", "RESOURCE_EXHAUSTED"),
        K.NO_CREDIT,
    ),
    Seen(
        "anthropic",
        400,
        {
            "type": "error",
            "error": {
                "type": "invalid_request_error",
                "message": "Your credit balance is too low to access the API. Please go to Plans & Billing.",
            },
        },
        K.NO_CREDIT,
    ),
    Seen(
        "xai",
        429,
        {
            "code": "Some resource has been exhausted",
            "error": "Your team has either used all available credits or reached its monthly spending limit.",
        },
        K.NO_CREDIT,
    ),
    Seen(
        "xai",
        403,
        {
            "code": "The caller does not have permission",
            "error": "Your newly created team doesn't have any credits or licenses yet.",
        },
        K.NO_CREDIT,
    ),
    Seen("deepseek", 402, error("Insufficient Balance", code="invalid_request_error"), K.NO_CREDIT),
    Seen(
        "kimi",
        429,
        error("Your account is suspended, check your plan", type="exceeded_current_quota_error"),
        K.NO_CREDIT,
    ),
    Seen(
        "qwen",
        400,
        error("Access denied, please make sure your account is in good standing.", code="Arrearage"),
        K.NO_CREDIT,
    ),
    Seen("zhipu", 429, error("余额不足或无可用资源包,请充值。", code="1113"), K.NO_CREDIT),
    Seen(
        "openrouter",
        402,
        error("This request requires more credits, or fewer max_tokens.", code=402),
        K.NO_CREDIT,
    ),
]
KEY_REFUSED = [
    Seen("openai", 401, error("Incorrect API key provided.", code="invalid_api_key"), K.AUTH),
    Seen(
        "gemini",
        400,
        gemini(
            400,
            "API key not valid. Please pass a valid API key.",
            "INVALID_ARGUMENT",
            {"reason": "API_KEY_INVALID"},
        ),
        K.AUTH,
    ),
    Seen(
        "gemini-expired",
        400,
        gemini(400, "API key expired. Please renew the API key.", "INVALID_ARGUMENT"),
        K.AUTH,
    ),
    Seen(
        "gemini-behind-a-proxy",
        400,
        error(
            '{"error": {"code": 400, "message": "API key not valid. Please pass a valid API key."}}', code=400
        ),
        K.AUTH,
    ),
    Seen(
        "xai",
        400,
        {
            "code": "Client specified an invalid argument",
            "error": "Incorrect API key provided: ab***yz. You can obtain an API key from https://console.example.com.",
        },
        K.AUTH,
    ),
    Seen(
        "litellm",
        400,
        error("Authentication Error, LiteLLM Virtual Key expected.", type="auth_error", code="400"),
        K.AUTH,
    ),
    Seen("deepseek", 401, error("Authentication Fails", type="authentication_error"), K.AUTH),
    Seen("gateway", 500, error("upstream: authentication failed"), K.AUTH),
]
TOO_LONG = [
    Seen(
        "gemini",
        400,
        gemini(
            400,
            "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
            "INVALID_ARGUMENT",
        ),
        K.CONTEXT_LENGTH,
        limit=1_048_576,
        asked=1_200_000,
    ),
    Seen(
        "kimi",
        400,
        error("Invalid request: Your request exceeded model token limit: 8192 (requested: 9013)"),
        K.CONTEXT_LENGTH,
        limit=8192,
        asked=9013,
    ),
    Seen(
        "qwen",
        400,
        error("Range of input length should be [1, 129024]", code="invalid_parameter_error"),
        K.CONTEXT_LENGTH,
        limit=129_024,
    ),
    Seen("zhipu", 400, error("Prompt 超长", code="1261"), K.CONTEXT_LENGTH),
    Seen("zhipu-en", 400, error("Prompt exceeds max length", code="1261"), K.CONTEXT_LENGTH),
    Seen(
        "mistral",
        400,
        flat(
            "Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length",
            code="3051",
        ),
        K.CONTEXT_LENGTH,
        limit=32_768,
        asked=40_000,
    ),
    Seen(
        "xai",
        400,
        {
            "code": "Client specified an invalid argument",
            "error": "This model's maximum prompt length is 131072 but the request contains 140000 tokens.",
        },
        K.CONTEXT_LENGTH,
        limit=131_072,
        asked=140_000,
    ),
    Seen(
        "openrouter",
        400,
        error(
            "This endpoint's maximum context length is 131072 tokens. However, you requested about 140000 tokens",
            code=400,
        ),
        K.CONTEXT_LENGTH,
        limit=131_072,
        asked=140_000,
    ),
    Seen(
        "vllm",
        400,
        flat("The decoder prompt (length 9013) is longer than the maximum model length of 8192.", code=400),
        K.CONTEXT_LENGTH,
        limit=8192,
        asked=9013,
    ),
    Seen(
        "sglang",
        400,
        flat("The input (9013 tokens) is longer than the model's context length (8192 tokens)."),
        K.CONTEXT_LENGTH,
        limit=8192,
        asked=9013,
    ),
    Seen(
        "tgi",
        422,
        {
            "error": "Input validation error: `inputs` must have less than 4096 tokens. Given: 5000",
            "error_type": "validation",
        },
        K.CONTEXT_LENGTH,
        limit=4096,
        asked=5000,
    ),
    Seen(
        "tgi-both",
        422,
        {
            "error": "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 8193. Given: 9000 `inputs` tokens",
            "error_type": "validation",
        },
        K.CONTEXT_LENGTH,
        limit=8193,
    ),
    Seen(
        "llama.cpp",
        400,
        error(
            "the request exceeds the available context size, try increasing it",
            type="exceed_context_size_error",
            n_prompt_tokens=9013,
            n_ctx=8192,
        ),
        K.CONTEXT_LENGTH,
        limit=8192,
        asked=9013,
    ),
    Seen(
        "lmstudio",
        400,
        {
            "error": "Trying to keep the first 9013 tokens when context the overflows. However, the model is loaded with "
            "context length of only 4096 tokens, which is not enough."
        },
        K.CONTEXT_LENGTH,
        limit=4096,
        asked=9013,
    ),
    Seen(
        "lmstudio-keep",
        400,
        {"error": "Cannot truncate prompt with n_keep (15028) >= n_ctx (7424)"},
        K.CONTEXT_LENGTH,
        limit=7424,
        asked=15_028,
    ),
    Seen("bedrock", 400, {"message": "Input is too long for requested model."}, K.CONTEXT_LENGTH),
    Seen(
        "groq",
        413,
        error(
            "Request too large for model `small` on tokens per minute (TPM): Limit 6000, Requested 12328, please reduce "
            "your message size and try again. Upgrade at https://console.example.com/settings/billing",
            type="tokens",
            code="rate_limit_exceeded",
        ),
        K.CONTEXT_LENGTH,
    ),
    Seen(
        "openai-minute",
        429,
        error(
            "Request too large for big-1 on tokens per min (TPM): Limit 30000, Requested 44321. The input or output "
            "tokens must be reduced in order to run successfully.",
            type="tokens",
            code="rate_limit_exceeded",
        ),
        K.CONTEXT_LENGTH,
    ),
    Seen("nginx", 413, "<html><h1>413 Request Entity Too Large</h1></html>", K.CONTEXT_LENGTH),
]
NO_SUCH_MODEL = [
    Seen("openai", 404, error("The model `big-9` does not exist", code="model_not_found"), K.NOT_FOUND),
    Seen("openrouter", 400, error("foo/bar is not a valid model ID", code=400), K.NOT_FOUND),
    Seen("deepseek", 400, error("Model Not Exist", code="invalid_request_error"), K.NOT_FOUND),
    Seen("mistral", 400, flat("Invalid model: foo", type="invalid_model", code="1500"), K.NOT_FOUND),
    Seen(
        "litellm",
        400,
        error("{'error': '/chat/completions: Invalid model name passed in model=foo.'}", code="400"),
        K.NOT_FOUND,
    ),
    Seen(
        "groq",
        400,
        error(
            "The model `old` has been decommissioned and is no longer supported.", code="model_decommissioned"
        ),
        K.NOT_FOUND,
    ),
    Seen("zhipu", 400, error("模型不存在，请检查模型代码。", code="1211"), K.NOT_FOUND),
    Seen(
        "siliconflow",
        400,
        {"code": 20012, "message": "Model does not exist. Please check it carefully."},
        K.NOT_FOUND,
    ),
    Seen("lmstudio", 400, error("No models loaded. Please load a model in the developer page."), K.NOT_FOUND),
    Seen("ollama", 404, error("model 'x' not found, try pulling it first", type="api_error"), K.NOT_FOUND),
    Seen("vllm", 404, flat("The model `x` does not exist.", code=404), K.NOT_FOUND),
]
OTHERS = [
    Seen(
        "azure", 400, error("The prompt triggered the content policy.", code="content_filter"), K.BAD_REQUEST
    ),
    Seen(
        "openai-country",
        403,
        error("Country, region, or territory not supported", code="unsupported_country_region_territory"),
        K.BAD_REQUEST,
    ),
    Seen(
        "openai-limit",
        400,
        error("max_tokens is too large: 100000. This model supports at most 16384 completion tokens"),
        K.BAD_REQUEST,
    ),
    Seen(
        "fastapi",
        422,
        {
            "detail": [
                {
                    "type": "extra_forbidden",
                    "loc": ["body", "store"],
                    "msg": "Extra inputs are not permitted",
                    "input": "my invalid api key, out of credits, context length, model x not found",
                }
            ]
        },
        K.BAD_REQUEST,
    ),
    Seen(
        "groq-tools",
        400,
        error("Failed to call a function.", code="tool_use_failed", failed_generation="insufficient balance"),
        K.BAD_REQUEST,
    ),
    Seen("llama.cpp", 503, error("Loading model", type="unavailable_error", code=503), K.SERVER),
    Seen(
        "anthropic",
        529,
        {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}},
        K.SERVER,
    ),
    Seen("gateway", 504, "gateway timeout", K.TIMEOUT),
]
ALL = [*TOO_FAST, *NO_CREDIT, *KEY_REFUSED, *TOO_LONG, *NO_SUCH_MODEL, *OTHERS]


def text_of(seen: Seen) -> str:
    return seen.body if isinstance(seen.body, str) else json.dumps(seen.body)


@pytest.mark.parametrize("seen", ALL, ids=str)
def test_q24_q25_q31_each_refusal_is_what_its_service_means(seen: Seen) -> None:
    text = text_of(seen)
    assert read_failure(seen.status, text).kind is seen.kind
    assert retry_after_s({}, text) == (None if seen.wait_s is None else pytest.approx(seen.wait_s))


@pytest.mark.parametrize("seen", TOO_LONG, ids=str)
def test_q24_the_sizes_are_read_where_they_are_named(seen: Seen) -> None:
    text = text_of(seen)
    assert (context_size(text), asked_size(text)) == (seen.limit, seen.asked)


@pytest.mark.parametrize(
    "seen",
    [
        seen
        for seen in ALL
        if isinstance(seen.body, dict) and "error" in seen.body and seen.status in {400, 429}
    ],
    ids=str,
)
def test_q6_inside_an_answer_the_same_error_means_the_same(seen: Seen) -> None:
    """Q6: where the body does not name its status, the code and the words still say what it is."""
    kind = read_stream_failure(seen.body).kind
    assert kind is seen.kind or (kind is K.SERVER and seen.kind in {K.BAD_REQUEST, K.RATE_LIMITED})


def test_q25_a_wait_in_a_header_tells_too_fast_from_no_money() -> None:
    """Q25: who says when to come back wants no money."""
    words = json.dumps(error("Quota exceeded, see https://example.com/billing"))
    assert read_failure(429, words).kind is K.NO_CREDIT
    assert read_failure(429, words, wait_s=3.0).kind is K.RATE_LIMITED


@pytest.mark.parametrize("kind", [K.NO_CREDIT, K.AUTH, K.CONTEXT_LENGTH, K.NOT_FOUND, K.BAD_REQUEST])
def test_row_30_what_waiting_does_not_mend_is_asked_once(kind: ProviderErrorKind) -> None:
    """Rows 27 to 30: only the others are tried again."""
    failures = [read_failure(seen.status, text_of(seen)) for seen in ALL]
    assert not any(failure.may_retry for failure in failures if failure.kind is kind)
    assert any(failure.may_retry for failure in failures)


CODES = {
    "rate_limit_exceeded": K.RATE_LIMITED,
    "insufficient_quota": K.NO_CREDIT,
    "context_length_exceeded": K.CONTEXT_LENGTH,
    "model_not_found": K.NOT_FOUND,
    "invalid_api_key": K.AUTH,
    "unsupported_country_region_territory": K.BAD_REQUEST,
}


@pytest.mark.parametrize("status", [400, 401, 403, 404, 409, 422, 429, 500, 503])
@pytest.mark.parametrize(("code", "kind"), CODES.items())
def test_q31_a_code_means_the_same_under_any_status(code: str, kind: ProviderErrorKind, status: int) -> None:
    """Q31: a code is exact; a status may be anything."""
    assert read_failure(status, json.dumps(error("No.", code=code))).kind is kind


@pytest.mark.parametrize(
    "said",
    [
        "Rate limit exceeded",
        "You have exceeded a secondary rate limit. Please wait a few minutes",
        "Too many requests",
        "Slower, please: try again in 20 seconds",
    ],
)
def test_q25_a_forbidden_haste_is_no_refused_key(said: str) -> None:
    """Q25: other messages to that service need no other key."""
    assert read_failure(403, json.dumps(error(said))).kind is K.RATE_LIMITED


def test_row_27_a_key_that_is_refused_by_name_of_its_limits_is_refused() -> None:
    """Row 27: only what says that there were too many is about haste."""
    assert read_failure(403, json.dumps(error("This key has no rate limit tier"))).kind is K.AUTH


def test_every_row_of_the_table_decides_something() -> None:
    """A row that never decides would be a wish; each needs an answer that it alone explains."""
    bodies = [(seen.status, text_of(seen)) for seen in ALL]
    more = [(402, "{}"), (302, ""), (408, ""), (404, ""), (401, ""), (418, ""), (500, ""), (429, "")]
    more += [
        (429, json.dumps(error("no more", code="1113"))),
        (400, json.dumps(error("no more", code="3051"))),
        (400, json.dumps(error("slower", code="rate_limit_exceeded"))),
        (403, json.dumps(error("Project does not have access to model large"))),
        (403, json.dumps(error("model 'large' not found"))),
        (403, json.dumps(error("Too many requests"))),
        (403, json.dumps(error("Your input was flagged"))),
    ]
    deciding = {id(deciding_rule(evidence_in(_read(text), status))) for status, text in (*bodies, *more)}
    idle = [rule for rule in RULES if id(rule) not in deciding]
    assert idle == [RULES[-1]], "only the last row waits for what nobody has foreseen"


def _read(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def test_an_error_without_status_code_or_words_is_the_services_own() -> None:
    assert read_stream_failure({}).kind is K.SERVER
    assert read_failure(200, "").kind is K.SERVER
