"""Code as a planner writes it: the primitives together, in the order of the calls they stand for."""

from op_runtime.context import use_runtime
from op_runtime.control_flow import agent, conditional, judge_prompt, parallel, repeat_until, route, validate_and_retry
from op_runtime.testing import ScriptedRuntime


def migrate() -> object:
    files = validate_and_retry(
        action=lambda: agent("找 openprogram/auth/ 下所有相关文件"),
        check="文件数量 >= 5 且包含 oauth 相关",
        retry=lambda: agent("扩大范围，包括 openid、token 相关文件"),
        max_retries=2,
    )
    analysis = agent("分析这些文件的依赖关系和接口：" + str(files))
    strategy = route(
        question="根据分析结果，选择迁移策略", options=["直接迁移", "重构后迁移", "分阶段迁移"], context=analysis
    )
    return conditional(
        condition="选择的策略是否复杂（重构或分阶段）",
        context=strategy,
        if_true=lambda: agent("写详细的多阶段迁移计划：" + analysis),
        if_false=lambda: agent("写简要的直接迁移步骤：" + analysis),
    )


def test_a_planned_migration_asks_in_the_order_it_is_written() -> None:
    model = ScriptedRuntime(["auth.py", "NO", "auth.py\noauth.py", "YES", "两个接口", "分阶段迁移", "是", "计划"])
    with use_runtime(model):
        assert migrate() == "计划"
    check = "文件数量 >= 5 且包含 oauth 相关"
    assert model.prompts[:5] == [
        "找 openprogram/auth/ 下所有相关文件",
        judge_prompt(check, "auth.py"),
        "扩大范围，包括 openid、token 相关文件",
        judge_prompt(check, "auth.py\noauth.py"),
        "分析这些文件的依赖关系和接口：auth.py\noauth.py",
    ]
    assert "两个接口" in model.prompts[5]
    assert model.prompts[6:] == [
        judge_prompt("选择的策略是否复杂（重构或分阶段）", "分阶段迁移"),
        "写详细的多阶段迁移计划：两个接口",
    ]


def test_a_simple_strategy_takes_the_other_branch() -> None:
    model = ScriptedRuntime(["auth.py", "YES", "一个接口", "**直接迁移**", "否，策略简单", "步骤"])
    with use_runtime(model):
        assert migrate() == "步骤"
    assert model.prompts[-1] == "写简要的直接迁移步骤：一个接口"


def test_primitives_stand_inside_one_another() -> None:
    model = ScriptedRuntime(["draft", "NO", "better", "YES", "NO", "short", "YES", "YES"])

    def one() -> object:
        return validate_and_retry(
            action=lambda: agent("Draft."), check="polite", retry=lambda: agent("Fix."), max_retries=3
        )

    with use_runtime(model):
        assert parallel([lambda: repeat_until(action=one, condition="short enough")]) == ["short"]
    assert [prompt for prompt in model.prompts if not prompt.startswith("Judge")] == ["Draft.", "Fix.", "Draft."]
