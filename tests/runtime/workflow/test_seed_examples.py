"""The examples of the design document run as they are written, and journal their calls in the order that it shows."""

from pathlib import Path

from op_runtime import agent, validate_and_retry
from op_runtime.testing import ScriptedRuntime
from op_runtime.workflow import check, run, show

MIGRATION = """
def workflow():
    # Step 1: 找文件，带验证和回溯
    files = validate_and_retry(
        action=lambda: agent("找 openprogram/auth/ 下所有相关文件"),
        check="文件数量 >= 5 且包含 oauth 相关",
        retry=lambda: agent("扩大范围，包括 openid、token 相关文件"),
        max_retries=2
    )
    
    # Step 2: 分析
    analysis = agent("分析这些文件的依赖关系和接口：" + files)
    
    # Step 3: 路由选择策略
    strategy = route(
        question="根据分析结果，选择迁移策略",
        options=["直接迁移", "重构后迁移", "分阶段迁移"],
        context=analysis
    )
    
    # Step 4: 条件分支执行
    plan = conditional(
        condition="选择的策略是否复杂（重构或分阶段）",
        context=strategy,
        if_true=lambda: agent("写详细的多阶段迁移计划：" + analysis),
        if_false=lambda: agent("写简要的直接迁移步骤：" + analysis)
    )
    
    return plan
"""  # noqa: W293 (as it is written)

TASK = "迁移 auth 模块到新客户端"


def test_the_migration_runs_as_written_and_takes_the_long_way(tmp_path: Path) -> None:
    model = ScriptedRuntime(["auth.py", "NO", "auth.py\noauth.py", "是", "三个接口", "分阶段迁移", "YES。", "分三步"])
    assert check(MIGRATION) == ()
    assert run(TASK, source=MIGRATION, runtime=model, functions=[], journal=tmp_path, run_id="r") == "分三步"
    steps = show("r", tmp_path)["steps"]
    assert [(s["call_index"], s["fn"], s["result"]) for s in steps] == [
        (0, "agent", "auth.py"),
        (1, "llm", "NO"),
        (2, "agent", "auth.py\noauth.py"),
        (3, "llm", "YES"),
        (4, "agent", "三个接口"),
        (5, "llm", "分阶段迁移"),
        (6, "llm", "YES"),
        (7, "agent", "分三步"),
    ]
    prompts = [s["prompt"] for s in steps]
    assert prompts[0] == "找 openprogram/auth/ 下所有相关文件"
    assert "文件数量 >= 5 且包含 oauth 相关" in prompts[1]
    assert "auth.py" in prompts[1]
    assert prompts[2] == "扩大范围，包括 openid、token 相关文件"
    assert prompts[4] == "分析这些文件的依赖关系和接口：auth.py\noauth.py"
    assert "根据分析结果，选择迁移策略" in prompts[5]
    assert "- 重构后迁移" in prompts[5]
    assert "选择的策略是否复杂（重构或分阶段）" in prompts[6]
    assert prompts[7] == "写详细的多阶段迁移计划：三个接口"
    assert model.left == 0


def test_the_migration_takes_the_short_way(tmp_path: Path) -> None:
    model = ScriptedRuntime(["a\nb\nc\nd\noauth", "YES", "一个接口", "直接迁移", "NO", "改一行"])
    assert run(TASK, source=MIGRATION, runtime=model, functions=[], journal=tmp_path, run_id="r") == "改一行"
    assert show("r", tmp_path)["steps"][-1]["prompt"] == "写简要的直接迁移步骤：一个接口"


def test_the_checkpoint_of_one_primitive_has_the_documents_records(tmp_path: Path) -> None:
    def flow() -> object:
        return validate_and_retry(
            action=lambda: agent("找文件", tools=[]),
            check="文件数量 >= 3",
            retry=lambda: agent("扩大范围", tools=[]),
            max_retries=2,
        )

    model = ScriptedRuntime(["auth.py", "NO", "auth.py\noauth.py\nlogin.py", "YES"])
    run(flow, runtime=model, journal=tmp_path, run_id="r")
    records = [(s["call_index"], s["fn"], s["prompt"], s["result"]) for s in show("r", tmp_path)["steps"]]
    assert records[0] == (0, "agent", "找文件", "auth.py")
    assert records[2] == (2, "agent", "扩大范围", "auth.py\noauth.py\nlogin.py")
    for index, fn, prompt, result in (records[1], records[3]):
        assert (index, fn, result) in [(1, "llm", "NO"), (3, "llm", "YES")]
        assert "文件数量 >= 3" in prompt


def test_what_the_document_calls_hand_written_is_warned_of() -> None:
    source = """
def workflow():
    files = agent("找 auth 相关文件")
    if len(files.split('\\n')) < 5 or "oauth" not in files.lower():
        files = agent("扩大范围，包括 oauth")
        if len(files.split('\\n')) < 5:
            files = agent("再次扩大，包括 openid、token")

    analysis = agent("分析：" + files)

    strategies = ["直接迁移", "重构后迁移", "分阶段迁移"]
    strategy_prompt = f"选择策略（{', '.join(strategies)}）：{analysis}"
    strategy = llm(strategy_prompt)

    if "重构" in strategy or "分阶段" in strategy:
        plan = agent("写详细计划：" + analysis)
    else:
        plan = agent("写简要步骤：" + analysis)

    return plan
"""
    assert [(problem.code, problem.line) for problem in check(source)] == [
        ("OP604", 4),
        ("OP604", 6),
        ("OP604", 15),
    ]
