"""Switch off one guard or repair of the reply reader at a time; the tests must notice each.

Each mutant is one edit of the source text, made in a copy of the runtime. Run as ``python tests/mutation/run.py``;
words given as arguments select the mutants whose name holds one of them. The exit code is 1 when a mutant survives.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CASES = [f"tests/runtime/menu/test_{name}.py" for name in ("reply", "denial", "tolerant", "extract", "reask")]
PROPERTIES = ["tests/runtime/menu/test_reply_properties.py"]
EXTRACT, TOLERANT, REPLY, REASK, VALIDATE, TEXT = (
    f"op_runtime/menu/{name}.py" for name in ("extract", "tolerant", "reply", "reask", "validate", "text")
)


PATIENCE = 300
"""Seconds for the tests of one mutant; they take about ten on an idle machine."""


@dataclass(frozen=True)
class Mutant:
    """``old`` stands exactly once in ``file``; ``new`` switches off what ``name`` says."""

    name: str
    file: str
    old: str
    new: str


MUTANTS = (
    Mutant("reply length limit", EXTRACT, "if len(text) > MAX_REPLY:", "if False:"),
    Mutant("limit on calls", EXTRACT, "if len(self.found) > MAX_CANDIDATES:", "if False:"),
    Mutant("limit on braces", EXTRACT, "if self.braces > MAX_BRACES:", "if False:"),
    Mutant("only short comments hide code", EXTRACT, "[^\\r\\n]{0,100}+(?=[\\r\\n])", "[^\\r\\n]*+"),
    Mutant("limit on open objects", EXTRACT, "if depth > MAX_OPEN:", "if False:"),
    Mutant("code braces hide nothing", EXTRACT, "if not _CODE.match(self.text, match.end()):", "if True:"),
    Mutant("closed code hides what is in it", EXTRACT, "del self.found[count:]", "pass"),
    Mutant("closed code is known to the end", EXTRACT, "(position <= self.end or self.code)", "position <= self.end"),
    Mutant("a fence ends code", EXTRACT, "self.code.clear()\n                if match", "if match"),
    Mutant("a fence ends an open object", EXTRACT, "if self.fence and self.at_fence(", "if False and self.at_fence("),
    Mutant("only a bare line ends a fence", EXTRACT, " and not line.strip(line[0])", ""),
    Mutant("an end of reasoning hides what precedes", EXTRACT, "self.found.clear()", "pass"),
    Mutant("it does so after the last key", EXTRACT, 'max(self.last_key, text.rfind("</"))', "self.last_key"),
    Mutant("reasoning is skipped", EXTRACT, "return self.after_think(match.end())", "return match.end()"),
    Mutant(
        "unclosed reasoning hides",
        EXTRACT,
        "return end.end() if end else len(self.text)",
        "return end.end() if end else position",
    ),
    Mutant("reasoning inside of an object", EXTRACT, "position = self.after_think(position)", "pass"),
    Mutant(
        "an end of reasoning inside of an object",
        EXTRACT,
        "return self.think(match)\n                    position",
        "pass\n                    position",
    ),
    Mutant(
        "an unclosed object hides",
        EXTRACT,
        "closed=False))\n        return len(self.text)",
        "closed=False))\n        return start + 1",
    ),
    Mutant("an object ends at its own brace", EXTRACT, "for _ in range(depth):", "for _ in range(1):"),
    Mutant("texts inside of objects", EXTRACT, "      | (?:\\[++|[,:])(?:{_GAP}{_QUOTED})?+\n", "      | [\\[,:]\n"),
    Mutant("backticks quote", EXTRACT, "      | `(?!``)(?:[^`\\\\]++|\\\\.)*+`?\n", ""),
    Mutant("typographic quotes quote", EXTRACT, "      | [“”„‟](?:[^“”„‟\\\\]++|\\\\.)*+[“”„‟]?\n", ""),
    Mutant("single quotes quote", EXTRACT, "      | '(?:[^'\\\\]++|\\\\.)*+'?\n", ""),
    Mutant(
        "comments inside of objects",
        EXTRACT,
        "      | //[^\\r\\n]*+ | \\#[^\\r\\n]*+ | /\\*(?:[^*]++|\\*(?!/))*+(?:\\*/)?\n",
        "      | [\\#]\n",
    ),
    Mutant("wrappers are taken off", EXTRACT, "return key, inner", "return None, value"),
    Mutant("only wrappers of one key", EXTRACT, "if len(value) == 1:", "if value:"),
    Mutant("arguments are no wrapper", EXTRACT, "key not in ARGS_KEYS and ", ""),
    Mutant("a named function is no wrapper", EXTRACT, "not function and ", ""),
    Mutant("one tool call only", EXTRACT, "isinstance(inner, list) and len(inner) == 1", "isinstance(inner, list)"),
    Mutant("other lists are no wrapper", EXTRACT, 'key == "tool_calls" and ', ""),
    Mutant("null is no call", EXTRACT, "any(value.get(key) is not None", "any(key in value"),
    Mutant(
        "extract: several differ",
        EXTRACT,
        "preferred[0] if all(same(pick, preferred[0]) for pick in preferred) else None",
        "preferred[0]",
    ),
    Mutant("extract: call first", EXTRACT, 'if "call" in pick] or picks', "] or picks"),
    Mutant("extract: cut", EXTRACT, "or any(not item.region.closed for item in found)", ""),
    Mutant("1 is not true", EXTRACT, "if type(left) is not type(right):", "if False:"),
    Mutant(
        "cut objects are never completed",
        EXTRACT,
        "read_object(source) if region.closed else read_cut(source)",
        "read_object(source if region.closed else source + '\"}}')",
    ),
    Mutant("nesting limit", TOLERANT, "if depth >= MAX_DEPTH:", "if depth >= 10**9:"),
    Mutant(
        "nesting outside of strings", TOLERANT, '    (?: [^\\[\\]{{}}"]++ | {_STRING}?\n', "    (?: [^\\[\\]{{}}]++\n"
    ),
    Mutant(
        "recursion limit",
        TOLERANT,
        "except RecursionError:\n        raise _too_deep() from None",
        "except ZeroDivisionError:\n        raise _too_deep() from None",
    ),
    Mutant("digit limit", TOLERANT, "except ValueError:  # Python's", "except ZeroDivisionError:  # Python's"),
    Mutant("overflow", TOLERANT, "if math.isinf(number):", "if False:"),
    Mutant("NaN", TOLERANT, ", parse_constant=_constant", ""),
    Mutant(
        "NaN in a repaired text", TOLERANT, "            if token in _NOT_JSON:\n                _constant(token)\n", ""
    ),
    Mutant("duplicate keys", TOLERANT, ", object_pairs_hook=_unique", ""),
    Mutant(
        "duplicate keys after cleaning",
        TOLERANT,
        "return _unique([(_without_surrogates(key), _without_surrogates(item)) for key, item in value.items()])",
        "return {_without_surrogates(key): _without_surrogates(item) for key, item in value.items()}",
    ),
    Mutant(
        "escaped surrogates",
        TOLERANT,
        "if _SURROGATE_ESCAPE.search(text) or (not text.isascii() and _SURROGATE.search(text)):",
        "if _SURROGATE.search(text):",
    ),
    Mutant(
        "raw surrogates",
        TOLERANT,
        "if _SURROGATE_ESCAPE.search(text) or (not text.isascii() and _SURROGATE.search(text)):",
        "if _SURROGATE_ESCAPE.search(text):",
    ),
    Mutant("only objects", TOLERANT, "if not isinstance(value, dict):\n        raise", "if False:\n        raise"),
    Mutant("length of a repair", TOLERANT, "if len(text) > MAX_REPAIR:", "if False:"),
    Mutant("tokens of a repair", TOLERANT, " or len(result.strict) == MAX_TOKENS", ""),
    Mutant("both readings agree", TOLERANT, "if not agreed:", "if False:"),
    Mutant(
        "texts are kept from the library",
        TOLERANT,
        "result.loose.append(number or (",
        "result.loose.append((token if number else '') or (",
    ),
    Mutant("without the library", TOLERANT, "except ImportError:", "except ZeroDivisionError:"),
    Mutant("a comma needs something before it", TOLERANT, ' and before not in ("{", "[", ",", ":")', ""),
    Mutant("trailing commas", TOLERANT, 'result.strict[comma] = result.numbered[comma] = ""', "pass"),
    Mutant("Python constants", TOLERANT, '"True": "true", "False": "false", "None": "null"', ""),
    Mutant("single quotes", TOLERANT, "    | (?P<single>'(?:[^'\\\\]++|\\\\.)*+')\n", "    | (?P<single>\\Z\\A)\n"),
    Mutant(
        "escaped apostrophe",
        TOLERANT,
        'return "\'" if match.group(1) == "\'" else match.group()',
        "return match.group()",
    ),
    Mutant("quotes in single quotes", TOLERANT, "    if match.group() == '\"':\n        return '\\\\\"'\n", ""),
    Mutant("typographic quotes", TOLERANT, "    | (?P<curly>[“”„]", "    | (?P<curly>(?!)[“”„]"),
    Mutant("typographic quotes in typographic quotes", TOLERANT, '[“”„][^“”„‟"\\\\]*+”', '[“”„][^”"\\\\]*+”'),
    Mutant("straight quotes in typographic quotes", TOLERANT, '[“”„][^“”„‟"\\\\]*+”', "[“”„][^“”„‟\\\\]*+”"),
    Mutant("comments", TOLERANT, "    | (?P<comment>//", "    | (?P<comment>(?!)//"),
    Mutant("odd white space", TOLERANT, "(?P<odd_gap>[\\s\\ufeff\\u200b\\u2060]++)", "(?P<odd_gap>\\Z\\A)"),
    Mutant("raw line breaks", TOLERANT, "escaped = _RAW_BREAK.sub(_escaped_break, token)", "escaped = token"),
    Mutant(
        "a raw line break after a backslash",
        TOLERANT,
        're.compile(r"\\\\.|[\\x00-\\x1f]", re.DOTALL)',
        're.compile(r"[\\x00-\\x1f]")',
    ),
    Mutant(
        "unquoted keys",
        TOLERANT,
        "raise _syntax(text, position)\n            strict = _WORDS[token]",
        "return f'\"{token}\"', 'x'\n            strict = _WORDS[token]",
    ),
    Mutant("the provider's stop reason", REPLY, "finish_reason.lower() in CUT_REASONS", "False"),
    Mutant("stop reasons in any case", REPLY, "finish_reason.lower() in", "finish_reason in"),
    Mutant("replies are text", REPLY, "if not isinstance(text, str):", "if False:"),
    Mutant("raw surrogates in a reply", REPLY, "cleaned = clean(text)", "cleaned = text"),
    Mutant("a note on raw surrogates", REPLY, "if cleaned != text:", "if False:"),
    Mutant("an option's name is no wrapper", REPLY, " and item.wrapper not in options", ""),
    Mutant("aliases that are no option", REPLY, 'if call.key == "call" or call.option is not None] or calls', "]"),
    Mutant("unreadable calls of an option", REPLY, "or _mentioned(text, item.region, options) is not None", ""),
    Mutant("cut calls", REPLY, "return not strong or cut or", "return not strong or"),
    Mutant("only unreadable calls", REPLY, "return not strong or cut", "return cut"),
    Mutant(
        "unreadable objects that name nothing",
        REPLY,
        "return not strong or cut or _mentioned(text, item.region, options) is not None",
        "return True",
    ),
    Mutant(
        "the last after an unreadable one",
        REPLY,
        "if broken and not (last and ended):",
        "if broken:",
    ),
    Mutant("an unreadable one and no end", REPLY, "not (last and ended)", "not last"),
    Mutant(
        "an unreadable one when the last does not count",
        REPLY,
        "not (last and ended)",
        "not ended",
    ),
    Mutant(
        "unknown options are never run",
        REPLY,
        "if not offered or (last and strong[-1].option is None):\n        raise _unknown(strong[-1], options)",
        "if not offered:\n        close = _closest(str(strong[-1].name), options)\n"
        "        if close is None:\n            raise _unknown(strong[-1], options)\n"
        "        return _Call(close, 'call', strong[-1].holder, strong[-1].region, (), options[close])",
    ),
    Mutant("the last call is an option", REPLY, " or (last and strong[-1].option is None)", ""),
    Mutant(
        "several different calls", REPLY, "if all(_same_call(call, offered[0]) for call in offered[1:]):", "if True:"
    ),
    Mutant(
        "the same call in two forms",
        REPLY,
        "return left.name == right.name and same(_meaning(left), _meaning(right))",
        "return left is right",
    ),
    Mutant("the same name is not the same call", REPLY, " and same(_meaning(left), _meaning(right))", ""),
    Mutant("the last counts", REPLY, "if last and ended:", "if False:"),
    Mutant("the last counts only on request", REPLY, "if last and ended:", "if ended:"),
    Mutant("the reply ends with the last", REPLY, "if last and ended:", "if last:"),
    Mutant("a closing fence after the last", REPLY, '.strip().strip("`~").strip()', ".strip()"),
    Mutant(
        "an object for the name", REPLY, 'if isinstance(name, dict) and isinstance(name.get("name"), str):', "if False:"
    ),
    Mutant("arguments beside an object for the name", REPLY, "{**beside, **inner}", "inner"),
    Mutant(
        "names are text", REPLY, "if not isinstance(call.name, str):\n        message", "if False:\n        message"
    ),
    Mutant("call before its aliases", REPLY, 'if named[0].key == "call":', "if False:"),
    Mutant(
        "an alias that is an option",
        REPLY,
        "return offered[0] if offered else named[0]",
        "return named[0]",
    ),
    Mutant("aliases that disagree", REPLY, "    if other is not None:\n", "    if False:\n"),
    Mutant("a note on an alias", REPLY, 'item.notes if key == "call" else', "item.notes if key else"),
    Mutant("exact names that differ in case", REPLY, "exact or get_close_matches", "[] or get_close_matches"),
    Mutant("near matches of options", REPLY, "(exact or get_close_matches(name, list(options), 1))", "(exact)"),
    Mutant("near misses", REPLY, "_check_slips(option, args, unknown)\n", ""),
    Mutant(
        "near misses by spelling", TEXT, "return SequenceMatcher(None, name, known).ratio() >= NEAR", "return False"
    ),
    Mutant("near misses by case and marks", TEXT, "    if left == right:\n        return True\n", ""),
    Mutant(
        "near misses of what was given",
        REPLY,
        "left_out = [field for field in option.fields if field.name not in args]",
        "left_out = list(option.fields)",
    ),
    Mutant(
        "near misses of optional ones",
        REPLY,
        "if field.name not in args]\n    if left_out",
        "if field.required and field.name not in args]\n    if left_out",
    ),
    Mutant("near misses in nested objects", VALIDATE, "if self.compared[pair]:", "if False:"),
    Mutant(
        "near misses of what was given in a nested object",
        VALIDATE,
        "left_out = [field for field in fields if field.name not in values]",
        "left_out = list(fields)",
    ),
    Mutant("very many unknown fields in nested objects", VALIDATE, "| {key}) > MAX_UNKNOWN:", "| {key}) > 10**9:"),
    Mutant("hidden names are no misses", REPLY, "if name not in hidden and name not in INJECTED]", "]"),
    Mutant("very many unknown fields", REPLY, "if left_out and len(given) > MAX_UNKNOWN:", "if False:"),
    Mutant("very many unknown keys", REPLY, "if len(unknown) > MAX_UNKNOWN:", "if False:"),
    Mutant("missing parameters", REPLY, "    if missing:\n", "    if False:\n"),
    Mutant("a schema for the arguments", REPLY, 'if isinstance(args.get("properties"), dict):', "if False:"),
    Mutant("a description for a value", REPLY, 'error.kind == "type_mismatch"\n', "False\n"),
    Mutant("a description only", REPLY, "        and value.keys() <= _DESCRIPTION_KEYS\n", ""),
    Mutant("dropped names", REPLY, "*repairs), tuple(unknown))", "*repairs), ())"),
    Mutant("notes of repairs", REPLY, "(*call.notes, *notes, *repairs)", "()"),
    Mutant("two keys for the arguments", REPLY, "if len(holders) > 1 or stray:", "if stray:"),
    Mutant("arguments inside and beside", REPLY, "if len(holders) > 1 or stray:", "if len(holders) > 1:"),
    Mutant(
        "other keys for the arguments",
        REPLY,
        "for key in ARGS_KEYS if key in beside and (",
        'for key in ("args",) if key in beside and (',
    ),
    Mutant("a parameter named input", REPLY, '(key == "args" or key not in fields)', "True"),
    Mutant("arguments or one of them", REPLY, "        if either:\n", "        if False:\n"),
    Mutant("a note on another key", REPLY, 'if holders[0] != "args":', "if False:"),
    Mutant("keys like args", REPLY, "if lookalike or (", "if ("),
    Mutant("words in keys like args", REPLY, "_ARGS_WORDS & {*_WORDS.findall(key.casefold())} or ", ""),
    Mutant("misspelt keys like args", REPLY, " or any(resembles(key, name) for name in ARGS_KEYS)", ""),
    Mutant("objects that nothing reads", REPLY, "(isinstance(beside[key], dict | list) and beside[key])", "False"),
    Mutant("arguments beside the name", REPLY, "    given = dict(beside)\n", "    given = dict[str, Any]()\n"),
    Mutant("a note on arguments beside the name", REPLY, " if fields & given.keys() else []", " if False else []"),
    Mutant("nothing for the arguments", REPLY, 'if value is None or value == "" or value == []:', "if False:"),
    Mutant("false and 0 for the arguments", REPLY, 'if value is None or value == "" or value == []:', "if not value:"),
    Mutant(
        "a text for the arguments", REPLY, "    if isinstance(value, str):\n        try:", "    if False:\n        try:"
    ),
    Mutant(
        "a text unwrapped once",
        REPLY,
        "    if isinstance(value, dict):\n        return value, []\n",
        "    while isinstance(value, str) and value.startswith('\"'):\n        value = strict_value(value)\n"
        "    if isinstance(value, dict):\n        return value, []\n",
    ),
    Mutant("a duplicate key in a text", REPLY, 'if problem.kind != "syntax":', "if False:"),
    Mutant("reasoning without an answer", REPLY, 'if "</think>" in body.casefold() and', "if False and"),
    Mutant("a cut reply without a call", REPLY, "    if holds_cut_object(body):\n", "    if False:\n"),
    Mutant("a closed object is not cut", EXTRACT, "return scan.cut", "return True"),
    Mutant("a small closed object is not cut", EXTRACT, " or _ONE_FLAT.match(text, opening.start())", ""),
    Mutant("an open block is named", REPLY, 'if thinking[1] and "</think>" not in thinking[2]:', "if False:"),
    Mutant(
        "arguments under the name",
        REPLY,
        "under_name = len(value) == 1 and next(iter(value)) in options",
        "under_name = False",
    ),
    Mutant("a name under another key", REPLY, 'else value.get("name")', "else None"),
    Mutant(
        "the field that was cut",
        REPLY,
        "        if match.group(1) in fields:\n            cut_in = match.group(1)\n",
        "        pass\n",
    ),
    Mutant("long lists of options", REPLY, "every[:SHOWN_OPTIONS]", "every"),
    Mutant("a denied call picks nothing", REPLY, "if not denied_before(text, call.region.start):", "if True:"),
    Mutant("the reply is shortened", REASK, "    if len(text) <= length:\n", "    if True:\n"),
    Mutant("the end of the reply", REASK, "+ text[len(text) - keep // 2 :]", ""),
    Mutant("the prompt can be sent", REASK, "    return clean(\n", "    return str(\n"),
    Mutant("the menu", REASK, "menu.render() + ", ""),
    Mutant("JSON only", REASK, '+ "\\n" + _ENDING', ""),
    Mutant("the problem", REASK, 'f"The problem: {error.message}."', '"The problem: invalid."'),
    Mutant(
        "bool is no int",
        VALIDATE,
        "if isinstance(value, int) and not isinstance(value, bool):",
        "if isinstance(value, int):",
    ),
    Mutant("placeholders", VALIDATE, "if value == TEXT_PLACEHOLDER:", "if False:"),
    Mutant("overflow of a float", VALIDATE, "if not math.isfinite(result):", "if False:"),
    Mutant("loose spelling of an allowed value", VALIDATE, "if len(close) == 1:", "if False:"),
)


def survives(mutant: Mutant) -> str | None:
    """Effect: tests a copy of the runtime with the one edit; what is wrong, None when the tests noticed it."""
    source = (ROOT / "runtime" / mutant.file).read_text(encoding="utf-8")
    if source.count(mutant.old) != 1:
        return f"stands {source.count(mutant.old)} times in {mutant.file}"
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "runtime"
        shutil.copytree(ROOT / "runtime", copy, ignore=shutil.ignore_patterns("__pycache__"))
        (copy / mutant.file).write_text(source.replace(mutant.old, mutant.new), encoding="utf-8")
        try:
            passed = _pass(copy, [*CASES, "-k", "not hostile and not grows"]) and _pass(copy, PROPERTIES)
        except subprocess.TimeoutExpired:
            return f"undecided: its tests took more than {PATIENCE} seconds"
    return "survives" if passed else None


def _pass(runtime: Path, tests: list[str]) -> bool:
    """Effect: runs ``tests`` against the runtime in this folder; whether they pass. Raises TimeoutExpired."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:randomly", "-p", "no:cacheprovider", *tests]
    environment = {**os.environ, "PYTHONPATH": str(runtime), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, timeout=PATIENCE, check=False)
    return done.returncode == 0


def main(words: list[str]) -> int:
    """Effect: runs the mutants and writes what survives; 1 when something does."""
    chosen = [mutant for mutant in MUTANTS if not words or any(word in mutant.name for word in words)]
    noticed, start = 0, time.monotonic()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for mutant, problem in zip(chosen, pool.map(survives, chosen), strict=True):
            noticed += problem is None
            if problem:
                sys.stdout.write(f"{mutant.name}: {problem}\n")
                sys.stdout.flush()
    sys.stdout.write(f"{noticed} of {len(chosen)} mutants are noticed, in {time.monotonic() - start:.0f} seconds\n")
    return int(noticed < len(chosen))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
