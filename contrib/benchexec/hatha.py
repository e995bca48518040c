"""BenchExec tool-info module for hatha.

Put the folder of this file on PYTHONPATH and name the tool "hatha" with
`tool="contrib.benchexec.hatha"`, or any other name under which Python finds the
file. See https://github.com/sosy-lab/benchexec/blob/main/doc/tool-integration.md
"""

import json

import benchexec.result as result
from benchexec.tools.sv_benchmarks_util import get_data_model_from_task, ILP32, LP64
from benchexec.tools.template import BaseTool2

DECISIONS = {"confirmed", "rejected", "undecided"}


class Tool(BaseTool2):
    """hatha: tests and proofs for C programs."""

    REQUIRED_PATHS = ["hatha", "include"]

    def name(self):
        return "hatha"

    def project_url(self):
        return ""

    def executable(self, tool_locator):
        return tool_locator.find_executable("hatha", subdir="target/release")

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="hatha")

    def cmdline(self, executable, options, task, rlimits):
        # The first option may name another command, `validate` with its witness say.
        command = ["check"]
        if options and not options[0].startswith("-"):
            command, options = [options[0]], options[1:]
        data_model = get_data_model_from_task(task, {ILP32: "ilp32", LP64: "lp64"})
        if data_model:
            options = options + ["--data-model", data_model]
        if task.property_file:
            options = options + ["--property", task.property_file]
        # hatha ends before the limit, so that it can say what it knows.
        if rlimits.cputime and "--timeout" not in options:
            options = options + ["--timeout", str(int(rlimits.cputime * 0.95))]
        options = options + ["--format", "json"]
        return [executable] + command + options + list(task.input_files_or_identifier)

    def determine_result(self, run):
        if run.was_timeout:
            return result.RESULT_TIMEOUT
        said = self._document(run.output)
        if said is None:
            code = run.exit_code.value
            return result.RESULT_ERROR if code is None else f"ERROR ({code})"
        verdict = said.get("verdict") or said.get("decision")
        if verdict in DECISIONS:
            return self._decision(said)
        if verdict == "proved":
            return result.RESULT_TRUE_PROP
        if verdict == "violated":
            if said.get("error_function") in (None, "__hatha_rule"):
                return result.RESULT_FALSE_PROP
            return result.RESULT_FALSE_REACH
        return result.RESULT_UNKNOWN

    @staticmethod
    def _decision(said):
        """A confirmed witness means what it claims; nothing else is an answer."""
        if said["decision"] != "confirmed":
            return result.RESULT_UNKNOWN
        if said.get("kind") == "correctness":
            return result.RESULT_TRUE_PROP
        return result.RESULT_FALSE_REACH

    @staticmethod
    def _document(output):
        """The last line that is a JSON object of hatha's."""
        for line in reversed(list(output)):
            line = line.strip()
            if not line.startswith("{"):
                continue
            try:
                said = json.loads(line)
            except ValueError:
                continue
            if str(said.get("schema", "")).startswith("hatha-"):
                return said
        return None

    def get_value_from_output(self, output, identifier):
        said = self._document(output)
        return None if said is None else said.get(identifier)
