"""The evaluation worker's storage user reads releases, and nothing else."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import boto3
import httpx
import pytest
from botocore.exceptions import ClientError
from moto.server import ThreadedMotoServer

from tests.config.compose import ROOT

POLICY = ROOT / "config" / "server" / "storage-policy.json"
BUCKET = "subtext"


@pytest.fixture(scope="module")
def endpoint() -> Iterator[str]:
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0)
    server.start()
    host, port = server.get_host_and_port()
    yield f"http://{host}:{port}"
    server.stop()


def client(service: str, endpoint: str, key: str, secret: str) -> Any:
    return boto3.client(
        service,
        endpoint_url=endpoint,
        region_name="us-east-1",
        aws_access_key_id=key,
        aws_secret_access_key=secret,
    )


@pytest.fixture(scope="module")
def worker(endpoint: str) -> Iterator[Any]:
    """The bucket as a user has it whom the policy's statement allows what it says."""
    owner = client("s3", endpoint, "owner", "owner")
    owner.create_bucket(Bucket=BUCKET)
    for key in ("releases/bench/1.0.0/manifest.json", "files/aa/aa.png", "uploads/1/x"):
        owner.put_object(Bucket=BUCKET, Key=key, Body=b"x")
    policy = json.loads(POLICY.read_text())
    for statement in policy["Statement"]:
        assert statement.pop("Principal") == "worker"
    users = client("iam", endpoint, "owner", "owner")
    users.create_user(UserName="worker")
    users.put_user_policy(
        UserName="worker", PolicyName="bucket", PolicyDocument=json.dumps(policy)
    )
    made = users.create_access_key(UserName="worker")["AccessKey"]
    # From here on the server asks who may what.
    httpx.post(f"{endpoint}/moto-api/reset-auth", content=b"0").raise_for_status()
    yield client("s3", endpoint, made["AccessKeyId"], made["SecretAccessKey"])
    httpx.post(f"{endpoint}/moto-api/reset-auth", content=b"inf").raise_for_status()


def test_releases_are_read(worker: Any) -> None:
    found = worker.get_object(Bucket=BUCKET, Key="releases/bench/1.0.0/manifest.json")
    assert found["Body"].read() == b"x"


@pytest.mark.parametrize(
    "attempt",
    [
        lambda s3: s3.get_object(Bucket=BUCKET, Key="files/aa/aa.png"),
        lambda s3: s3.get_object(Bucket=BUCKET, Key="uploads/1/x"),
        lambda s3: s3.list_objects_v2(Bucket=BUCKET),
        lambda s3: s3.put_object(Bucket=BUCKET, Key="releases/bench/2.0.0/x", Body=b""),
        lambda s3: s3.delete_object(
            Bucket=BUCKET, Key="releases/bench/1.0.0/manifest.json"
        ),
        lambda s3: s3.put_bucket_policy(Bucket=BUCKET, Policy="{}"),
    ],
)
def test_everything_else_is_refused(
    worker: Any, attempt: Callable[[Any], object]
) -> None:
    with pytest.raises(ClientError, match="AccessDenied"):
        attempt(worker)
