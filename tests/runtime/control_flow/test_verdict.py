"""What a judge's answer is read as."""

import json
import time

import pytest
from op_runtime.control_flow import read_verdict

YES = [
    "YES",
    "yes",
    "Yes.",
    " \n yes \n",
    "YES, but the list is short",
    "Yes - no objections",
    "Yes, no doubt about it",
    "Yes, and all of them are there",
    "yes\nNo file is missing.",
    "Y",
    "Yep",
    "Yeah!",
    "yup",
    "True",
    "true, as the log shows",
    "Correct.",
    "Right",
    # markdown and quotes
    "**YES**",
    "__yes__",
    "*Yes*, all of them",
    "# Yes",
    "> yes",
    "- YES",
    "1. YES",
    "`YES`",
    '"Yes"',
    "(yes)",
    "“YES”",
    "✅ Yes",
    "<answer>YES</answer>",
    "~~NO~~ YES",
    "```\nYES\n```",
    "```text\nYES\n```",
    # full-width and invisible characters
    "ＹＥＳ",
    "\ufeffYES",
    "\u200bYES",
    # Chinese
    "是",
    "是的",
    "是的，已经找到全部文件。",
    "是。",
    "对",
    "成立",
    "成立。",
    "满足",
    "满足条件",
    "条件满足",
    "条件成立。",
    "已满足",
    "已经满足了",
    "符合要求",
    "没错",
    "YES，条件满足",
    "YES条件满足",
    "**是**",
    # JSON
    "true",
    '"YES"',
    '{"answer": "YES"}',
    '{"answer": true}',
    '{"call": "YES"}',
    '{"satisfied": true, "reason": "no file is missing"}',
    '```json\n{"Verdict": "Yes."}\n```',
    '["YES"]',
    '{"判定": "是"}',
    # reasoning blocks
    "<think>NO? It says no.</think>\nYES",
    "<think>a</think>YES<think>NO",
    "no, wait</think> YES",
    "<THINK>no</THINK>yes",
    "<think>outer <think>inner</think> NO</think>YES",
    "<think>NO</think><think>NO</think>YES",
    "YES<think>NO</think>",
]

NO = [
    "NO",
    "no",
    "No.",
    "Nope",
    "nah",
    "N",
    "False",
    "false.",
    "Incorrect.",
    # words that hold a yes
    "NO, yesterday's list is short",
    "NO, it failed yesterday",
    "No, the eyes are closed",
    "No: polyester",
    "No, Bayesian methods do not apply",
    "NO (Hayes 2019)",
    "No, yes was the wrong answer",
    "NO\nYesterday's list is short.",
    "NO—it is short",
    # markdown
    "**NO**",
    "**No**, because yes would need five",
    "_NO_",
    "\\*NO\\*",
    "❌ No",
    "```\nNO\n```",
    "~~YES~~ NO",
    # full-width
    "ＮＯ",
    # Chinese
    "否",
    "否，只有三个文件",
    "不是",
    "不",
    "不满足",
    "不满足条件。",
    "未满足",
    "没有满足",
    "尚未满足，还缺两个文件",
    "条件不成立",
    "不成立",
    "不符合要求",
    "不对",
    # JSON
    "false",
    '{"answer": "NO"}',
    '{"result": false, "explanation": "yes would need five"}',
    '{"answer": "No, yesterday\'s list is short"}',
    # reasoning blocks
    "<think>It could be YES. YES!</think>\nNO",
    "<thinking>YES</thinking> NO",
    "YES</think>NO",
    "YES<think>YES</think>YES</think>NO",
]

UNCLEAR = [
    # empty
    "",
    "  \n\t ",
    None,
    "...",
    "**",
    "```\n```",
    "<think>YES</think>",
    "<think>YES",
    # refusals and errors
    "I'm sorry, I can't help with that.",
    "I cannot answer YES or NO",
    "Error: 429",
    "It depends on what you mean by polite.",
    "42",
    "Maybe",
    "Unknown",
    "N/A",
    "对不起，我无法回答",
    "抱歉，我不能判断",
    # both words
    "YES or NO",
    "YES/NO",
    "Yes and no",
    "Yes, and no.",
    "yes no",
    "Yes. No.",
    "NO | YES",
    "YES or NO? NO",
    "是/否",
    "是或否",
    "是，也不是",
    "是也不是",
    "NO\n\nYES",
    "YES\n\nFinal answer: NO",
    "NO\n**YES**",
    "You asked for YES or NO. The answer is NO.",
    "Reasons for yes: many. Final: NO",
    # negated
    "not YES",
    "not a yes",
    "It isn't a yes",
    # words that only begin so
    "Yesterday",
    "Noted.",
    "Nothing",
    "None",
    "November",
    "Nobody knows",
    "yes_no",
    "yes-man",
    "No-one can tell",
    "Noël",
    "Trueish",
    "Yesus",
    "是否满足条件",
    "否则会失败",
    "是非题",
    "不过",
    "不好说",
    "对于这个问题",
    "真遗憾",
    "满足条件的文件有三个",
    # phrases that answer nothing
    "No idea.",
    "No comment",
    "No clue, sorry",
    "No doubt: it holds",
    "No problem! Here is my view",
    "No matter what",
    "No one can tell",
    "False positives are possible",
    "True negatives only",
    # JSON without one answer
    "{}",
    "[]",
    "null",
    '{"answer": null}',
    '{"answer": "maybe"}',
    '{"answer": "YES", "verdict": "NO"}',
    '{"answer": "NO", "answer": "YES"}',
    '{"rejected": "YES"}',
    '["YES", "NO"]',
    '{"answer": {"answer": "YES"}}',
]


# Those that have no marks of their own: wrapping them in more of the same is another case.
UNWRAPPED = [reply for reply in [*YES, *NO] if "think" not in reply.lower() and "```" not in reply]
WORDS = [reply for reply in UNWRAPPED if not reply.startswith(('"', "{", "["))]


@pytest.mark.parametrize("reply", YES)
def test_is_yes(reply: str) -> None:
    assert read_verdict(reply) is True


@pytest.mark.parametrize("reply", NO)
def test_is_no(reply: str) -> None:
    assert read_verdict(reply) is False


@pytest.mark.parametrize("reply", UNCLEAR)
def test_is_neither(reply: str | None) -> None:
    assert read_verdict(reply) is None


@pytest.mark.parametrize("reply", UNWRAPPED)
def test_reasoning_before_the_answer_changes_nothing(reply: str) -> None:
    assert read_verdict("<think>yes no {</think>\n" + reply) is read_verdict(reply)


@pytest.mark.parametrize("reply", WORDS)
def test_an_answer_as_a_json_string_reads_the_same(reply: str) -> None:
    assert read_verdict(json.dumps({"answer": reply})) is read_verdict(reply)


@pytest.mark.parametrize(
    "part", ["<", "<>", "{", "[", "`", "~", "~~", "*", "\n", " ", "<think>", "</think>", "\\", "1. ", "yes ", "是"]
)
def test_a_long_reply_of_anything_is_read_at_once(part: str) -> None:
    reply = part * (100_000 // len(part))
    started = time.process_time()
    read_verdict(reply)
    read_verdict("YES" + reply)
    assert time.process_time() - started < 2  # linear: a tenth of a second; quadratic: minutes
