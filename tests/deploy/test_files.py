"""The files that deploy the app agree with each other and with the app."""

import re
import shlex
import tomllib
from importlib.metadata import PackageNotFoundError, requires

import kubernetes_validate
import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from deploy import headers, limits, protocol
from deploy.live import streams
from deploy.live.choice import VARIABLE
from pages.shared import upload
from tests.house import ROOT

CLUSTER = ROOT / "deploy/kubernetes"
FILES = {path.name: [*yaml.safe_load_all(path.read_text("utf-8"))] for path in sorted(CLUSTER.glob("*.yaml"))}
(KUSTOMIZATION,) = FILES.pop("kustomization.yaml")
MANIFESTS = {f"{each['kind']} {each['metadata']['name']}": each for file in FILES.values() for each in file}
COMPOSE = {
    path.name: yaml.safe_load(path.read_text("utf-8")) for path in sorted((ROOT / "deploy").glob("compose*.yaml"))
}
APPS = [(file, name) for file, given in COMPOSE.items() for name in given["services"] if name.startswith("app")]
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
NGINX = (ROOT / "deploy/nginx.conf").read_text("utf-8")
SETTINGS = tomllib.loads((ROOT / ".streamlit/config.toml").read_text("utf-8"))
DEPLOYMENT = MANIFESTS["Deployment clockface"]["spec"]["template"]["spec"]
WORKFLOW = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text("utf-8"))


def locked():
    """Name → requirement and number of hashes, as requirements.lock has them."""
    text = (ROOT / "requirements.lock").read_text("utf-8").replace("\\\n", " ")
    lines = [line for line in text.split("\n") if line and not line.lstrip().startswith("#")]
    found = [(Requirement(line.split("--hash")[0]), line.count("--hash=sha256:")) for line in lines]
    return {canonicalize_name(requirement.name): (requirement, hashes) for requirement, hashes in found}


def required():
    """Requirements in requirements.txt."""
    return [Requirement(line) for line in (ROOT / "requirements.txt").read_text("utf-8").split("\n") if line]


def version(requirement):
    (specifier,) = requirement.specifier
    assert specifier.operator == "=="
    return specifier.version


# ---- The lock.


def test_the_lock_has_what_is_required_in_that_version():
    lock = locked()
    versions = {each.name: version(lock[canonicalize_name(each.name)][0]) for each in required()}
    assert versions == {each.name: version(each) for each in required()}, "make lock"


def test_every_library_in_the_lock_has_hashes_of_wheels_for_both_processors():
    assert [name for name, (_, hashes) in locked().items() if hashes < 1] == []
    compiled = {"numpy", "pandas", "pyarrow", "ml-dtypes", "uvloop", "httptools", "orjson"}
    assert [
        name for name in compiled if locked()[name][1] < 8
    ] == []  # wheels for two processors and several Python versions


def test_the_lock_holds_all_that_the_libraries_ask_for():
    lock, todo, seen = locked(), required(), set()
    while todo:
        requirement = todo.pop()
        name = canonicalize_name(requirement.name)
        assert name in lock, f"{requirement} is not in requirements.lock: make lock"
        assert requirement.specifier.contains(version(lock[name][0])), (
            f"{requirement} disagrees with requirements.lock"
        )
        if (name, *requirement.extras) not in seen:
            seen.add((name, *requirement.extras))
            todo += needs(requirement)
    assert len(seen) > 30


def needs(requirement):
    """Requirements of an installed library on this platform, including those of the given extras."""
    try:
        stated = [Requirement(line) for line in requires(requirement.name) or []]
    except PackageNotFoundError:  # locked for other platforms only
        return []
    extras = requirement.extras or {""}
    return [
        one for one in stated if not one.marker or any(one.marker.evaluate({"extra": extra}) for extra in extras)
    ]


# ---- The image.


def test_the_image_takes_only_wheels_that_the_lock_names():
    (install,) = re.findall(r"pip .*?install(?:.*\\\n)*.*", DOCKERFILE)
    assert {"--require-hashes", "--no-deps", "--only-binary", "requirements.lock"} <= set(re.split(r"\s+", install))
    assert "requirements.txt" not in DOCKERFILE


def test_the_image_serves_and_asks_as_the_deployed_app_does():
    assert 'CMD ["python", "deploy/serve.py"]' in DOCKERFILE
    assert re.search(r'HEALTHCHECK .*CMD \["python", "deploy/health\.py"\]', DOCKERFILE)
    assert re.findall(r"^EXPOSE (\d+)$", DOCKERFILE, re.MULTILINE) == ["8501"]


def test_the_image_shares_cores_and_memory_as_make_does():
    makefile = (ROOT / "Makefile").read_text("utf-8")
    rules = re.findall(r"^export (\w+) := (\w+)$", makefile, re.MULTILINE)
    assert len(rules) == 3
    assert [rule for rule in rules if "=".join(rule) not in DOCKERFILE] == []


# ---- Compose.


@pytest.mark.parametrize(("file", "name"), APPS)
def test_a_container_can_do_nothing_but_serve(file, name):
    app = COMPOSE[file]["services"][name]
    assert app["image"] == "clockface"
    assert app["user"] == "1000:1000"
    assert app["read_only"] is True
    assert app["cap_drop"] == ["ALL"]
    assert app["security_opt"] == ["no-new-privileges:true"]
    assert [mount.split(":")[0] for mount in app["tmpfs"]] == ["/tmp"]
    assert app["mem_limit"]
    assert headers.VARIABLE in app["environment"]


def test_one_container_publishes_the_apps_port():
    assert COMPOSE["compose.yaml"]["services"]["app"]["ports"] == ["${PORT:-8501}:8501"]


def test_nginx_stands_before_every_replica_and_they_before_no_one():
    services = COMPOSE["compose.scale.yaml"]["services"]
    replicas = {name for name in services if services[name]["image"] == "clockface"}
    assert set(re.findall(r"^ +server (\w+):8501 resolve ", NGINX, re.MULTILINE)) == replicas
    assert set(services["nginx"]["depends_on"]) == replicas
    assert len(replicas) >= 2
    assert [name for name in services if "ports" in services[name]] == ["nginx"]
    assert services["nginx"]["ports"] == ["${PORT:-8501}:8080"]
    assert re.search(r"^ +listen 8080\b", NGINX, re.MULTILINE)
    asked = services["nginx"]["healthcheck"]["test"][-1].removeprefix("http://127.0.0.1:8080")
    assert f"location = {asked} " in NGINX
    assert services["nginx"]["volumes"] == ["./nginx.conf:/etc/nginx/nginx.conf:ro"]


def test_nginx_knows_names_that_change_and_writes_where_it_may():
    nginx = COMPOSE["compose.scale.yaml"]["services"]["nginx"]
    release = [int(number) for number in re.findall(r"\d+", nginx["image"])]
    assert nginx["image"].startswith("nginx:")
    assert release >= [1, 28]  # `resolve` came with 1.27.3
    written = re.findall(r"(?:_path|pid|unix:)\s*(/\w+)/", NGINX)
    assert len(written) >= 8
    assert set(written) == {"/tmp"}
    assert nginx["tmpfs"][0].startswith("/tmp:")


def test_every_replica_knows_the_one_redis():
    services = COMPOSE["compose.scale.yaml"]["services"]
    (service,) = MANIFESTS["Service clockface-redis"]["spec"]["ports"]
    for file, name in APPS:
        if file == "compose.scale.yaml":
            assert f"{VARIABLE}=redis://redis:6379" in services[name]["environment"]
    (app,) = DEPLOYMENT["containers"]
    name = MANIFESTS["Service clockface-redis"]["metadata"]["name"]
    assert app["env"] == [{"name": VARIABLE, "value": f"redis://{name}:{service['port']}"}]


def test_redis_keeps_nothing_and_can_do_nothing_else():
    redis, pod = (
        COMPOSE["compose.scale.yaml"]["services"]["redis"],
        MANIFESTS["Deployment clockface-redis"]["spec"]["template"],
    )
    (container,) = pod["spec"]["containers"]
    assert redis["image"] == container["image"]
    assert redis["read_only"] is container["securityContext"]["readOnlyRootFilesystem"] is True
    assert redis["cap_drop"] == container["securityContext"]["capabilities"]["drop"] == ["ALL"]
    for command in (shlex.split(redis["command"][0]), [*container["command"], *container["args"]]):
        assert command[0] == "redis-server"
        assert command[command.index("--save") + 1] == ""
        assert command[command.index("--appendonly") + 1] == "no"
    assert pod["metadata"]["labels"] == MANIFESTS["Service clockface-redis"]["spec"]["selector"]
    assert (
        pod["metadata"]["labels"]
        == MANIFESTS["NetworkPolicy clockface-redis"]["spec"]["podSelector"]["matchLabels"]
    )
    assert MANIFESTS["NetworkPolicy clockface-redis"]["spec"]["egress"] == []


# ---- Limits.


def test_limits_before_the_app_are_no_tighter_than_its_own():
    (body,) = re.findall(r"client_max_body_size (\d+)m;", NGINX)
    annotations = MANIFESTS["Ingress clockface"]["metadata"]["annotations"]
    assert annotations["nginx.ingress.kubernetes.io/proxy-body-size"] == f"{body}m"
    assert SETTINGS["server"]["maxUploadSize"] < int(body) < 2 * SETTINGS["server"]["maxUploadSize"]


def test_limits_are_those_that_readers_are_told():
    server = SETTINGS["server"]
    session = f"{upload.SESSION_BYTES / 1e6:.0f} MB for all files of a session"
    sentences = (
        f"{server['maxUploadSize']} MB for an upload, {session}, "
        f"{upload.SERVER_BYTES / 1e6:.0f} MB for those of a server, {server['maxMessageSize']} MB for a message",
        f"more than {limits.LONGEST // 1024} KiB or {limits.FIELDS:,} values",
        f"more than {protocol.LARGEST // 1024} kB beside its address and body",
        f"Headers have {protocol.PATIENCE} seconds to arrive, and so has each {protocol.LEAST // 1024} kB of a",
        f"at most {streams.OF_CLASS} of the {streams.MOST_STREAMS:,} streams of a process",
        f"{streams.FOR_TEACHERS} are kept for teachers",
    )
    security = " ".join((ROOT / "SECURITY.md").read_text("utf-8").split())
    assert [text for text in sentences if text not in security] == []
    assert server["disconnectedSessionTTL"] == 120  # two minutes


def test_every_promise_names_its_tests():
    security = (ROOT / "SECURITY.md").read_text("utf-8")
    table = [line.split("|") for line in security.splitlines() if line.startswith("| ")][2:]
    assert len(table) >= 12
    assert all(re.search(r"`tests/(?:[\w/]+/)?test_\w+\.py`", tests) for _, _, tests, _ in table)


def test_the_app_tells_no_one_and_trusts_no_one():
    assert SETTINGS["browser"]["gatherUsageStats"] is False
    assert "serverAddress" in SETTINGS["browser"]  # else Streamlit asks another server for its own address
    assert SETTINGS["client"]["showErrorDetails"] == "none"
    assert SETTINGS["server"]["enableXsrfProtection"] is True
    assert SETTINGS["server"]["enableCORS"] is True
    assert SETTINGS["server"]["enableAgentApi"] is False
    assert SETTINGS["client"]["allowedOrigins"] == []  # no page that embeds the app may control it
    assert re.findall(r"access_log ([^;]+);", NGINX) == ["off"]
    assert not (ROOT / ".streamlit/secrets.toml").exists()


# ---- Kubernetes.


@pytest.mark.parametrize("name", MANIFESTS)
@pytest.mark.parametrize("release", ["1.30", "1.34"])
def test_a_manifest_keeps_the_schema(name, release):
    kubernetes_validate.validate(MANIFESTS[name], release, strict=True)


def test_every_manifest_is_applied():
    assert set(KUSTOMIZATION["resources"]) == FILES.keys()


def test_all_of_them_mean_the_same_pods():
    own = {"app.kubernetes.io/name": "clockface"}
    assert MANIFESTS["Deployment clockface"]["spec"]["template"]["metadata"]["labels"] == own
    assert MANIFESTS["Deployment clockface"]["spec"]["selector"]["matchLabels"] == own
    assert MANIFESTS["Service clockface"]["spec"]["selector"] == own
    assert MANIFESTS["PodDisruptionBudget clockface"]["spec"]["selector"]["matchLabels"] == own
    assert MANIFESTS["NetworkPolicy clockface"]["spec"]["podSelector"]["matchLabels"] == own
    assert (
        MANIFESTS["HorizontalPodAutoscaler clockface"]["spec"]["scaleTargetRef"]["name"]
        == MANIFESTS["Deployment clockface"]["metadata"]["name"]
    )


def test_ports_lead_to_the_app():
    (app,) = DEPLOYMENT["containers"]
    (port,) = app["ports"]
    assert port == {"name": "http", "containerPort": 8501}
    (service,) = MANIFESTS["Service clockface"]["spec"]["ports"]
    assert service["targetPort"] == port["name"]
    (rule,) = MANIFESTS["Ingress clockface"]["spec"]["rules"]
    backend = rule["http"]["paths"][0]["backend"]["service"]
    assert backend == {
        "name": MANIFESTS["Service clockface"]["metadata"]["name"],
        "port": {"name": service["name"]},
    }
    (let_in,) = MANIFESTS["NetworkPolicy clockface"]["spec"]["ingress"]
    assert [one["port"] for one in let_in["ports"]] == [port["containerPort"]]
    assert [image["name"] for image in KUSTOMIZATION["images"]] == [app["image"]]


def test_a_pod_can_do_nothing_but_serve():
    (app,) = DEPLOYMENT["containers"]
    assert app["securityContext"]["readOnlyRootFilesystem"] is True
    assert app["securityContext"]["allowPrivilegeEscalation"] is False
    assert app["securityContext"]["capabilities"] == {"drop": ["ALL"]}
    assert DEPLOYMENT["securityContext"]["runAsNonRoot"] is True
    assert DEPLOYMENT["securityContext"]["runAsUser"] == 1000
    assert DEPLOYMENT["automountServiceAccountToken"] is False
    assert app["volumeMounts"] == [{"name": "tmp", "mountPath": "/tmp"}]
    redis, names = MANIFESTS["NetworkPolicy clockface"]["spec"]["egress"]
    assert redis["to"] == [{"podSelector": MANIFESTS["Deployment clockface-redis"]["spec"]["selector"]}]
    assert {one["port"] for one in names["ports"]} == {53}


def test_probes_ask_what_the_app_answers():
    (app,) = DEPLOYMENT["containers"]
    asked = {name: app[f"{name}Probe"]["httpGet"]["path"] for name in ("startup", "readiness", "liveness")}
    assert asked == {"startup": "/ready", "readiness": "/ready", "liveness": "/_stcore/health"}
    assert '{_BASE}/ready"' in (ROOT / "deploy/asgi.py").read_text("utf-8")


def test_a_reader_stays_with_a_pod_by_the_cookie_that_nginx_uses_too():
    annotations = MANIFESTS["Ingress clockface"]["metadata"]["annotations"]
    assert annotations["nginx.ingress.kubernetes.io/affinity"] == "cookie"
    assert annotations["nginx.ingress.kubernetes.io/session-cookie-name"] == "replica"
    assert "$cookie_replica" in NGINX


# ---- Workflow, hooks, documents.


def test_the_workflow_runs_what_make_offers():
    steps = [step["run"] for job in WORKFLOW["jobs"].values() for step in job["steps"] if "run" in step]
    targets = re.findall(r"\bmake (\w+)", "\n".join(steps))
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert {"lint", "test", "torch", "wheel", "image"} == set(targets)
    assert [name for name in targets if not re.search(rf"^{name}:", makefile, re.MULTILINE)] == []


@pytest.mark.parametrize("page", sorted((ROOT / "docs/deploy").glob("*.md")), ids=lambda page: page.name)
def test_a_guide_names_only_files_targets_and_settings_that_exist(page):
    text = page.read_text("utf-8")
    named = set(re.findall(r"\b((?:deploy|docs|bench)/[\w./-]+\.(?:yaml|conf|py|md))", text))
    assert [name for name in named if not (ROOT / name).exists() and not (page.parent / name).exists()] == []
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = re.findall(r"^make (\w+)", text, re.MULTILINE)
    assert [name for name in targets if not re.search(rf"^{name}:", makefile, re.MULTILINE)] == []
    assert set(re.findall(r"CLOCKFACE_\w+", text)) <= {headers.VARIABLE, limits.VARIABLE, VARIABLE}
