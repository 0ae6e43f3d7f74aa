"""A verification from start to end, with nothing but Python's standard library.

    vskit exec -- python3 verify.py
"""

import hashlib
import hmac
import base64
import json
import os
import threading
import time
import urllib.error
import urllib.request
from email.utils import parsedate_to_datetime
from http.server import BaseHTTPRequestHandler, HTTPServer

URL = os.environ["VSKIT_URL"]
KEY = os.environ["VSKIT_KEY"]
SECRET = os.environ["VSKIT_WEBHOOK_SECRET"]
PORT = int(os.environ.get("PORT", "3000"))
ATTEMPTS = 5


def is_signed(body: bytes, header: str) -> bool:
    """Whether the raw body was signed with the secret; the header holds one v1=<hex> for each secret that is honoured."""
    key = base64.b64decode(SECRET.removeprefix("whsec_"))
    expected = "v1=" + hmac.new(key, body, hashlib.sha256).hexdigest()
    return any(hmac.compare_digest(part, expected) for part in header.split())


def ask(method: str, path: str, body: dict | None = None) -> bytes:
    """Calls the service; after a 429 it waits until the window rolls, by the service's own clock."""
    for attempt in range(1, ATTEMPTS + 1):
        request = urllib.request.Request(
            URL + path,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                return response.read()
        except urllib.error.HTTPError as error:
            if error.code != 429 or attempt == ATTEMPTS:
                raise
            reset_at = json.load(error)["error"]["details"]["reset_at"]
            now = parsedate_to_datetime(error.headers["Date"]).timestamp()
            time.sleep(max(0.0, reset_at - now) + 0.1)
    raise AssertionError("unreachable")


def image(session_id: str, artifact: str) -> bytes | None:
    """None when nothing is stored: a normal outcome, which is not retried."""
    try:
        return ask("GET", f"/v1/sessions/{session_id}/idv-image/{artifact}")
    except urllib.error.HTTPError as error:
        if json.load(error)["error"]["code"] == "artifact_not_available":
            return None
        raise


class Webhooks(BaseHTTPRequestHandler):
    handled: set[str] = set()
    completed = threading.Event()

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if not is_signed(body, self.headers.get("X-Webhook-Signature", "")):
            return self.answer(400)
        digest = hashlib.sha256(body).hexdigest()
        # A retry or replay has the same bytes; types that are not known here are ignored.
        if digest not in self.handled and json.loads(body).get("type") == "kyc.session.completed":
            self.completed.set()
        self.handled.add(digest)
        self.answer(200)

    def answer(self, status: int) -> None:
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


def main() -> None:
    server = HTTPServer(("127.0.0.1", PORT), Webhooks)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    session = json.loads(ask("POST", "/v1/sessions", {"metadata": {"orderId": "A-1"}}))["data"]
    print(f"The applicant opens {session['hosted_url']}")
    # Here the simulator plays the applicant.
    control = os.environ["VSKIT_CONTROL_URL"]
    urllib.request.urlopen(
        urllib.request.Request(
            f"{control}/sessions/{session['id']}/journey",
            data=b'{"action": "submit"}',
            headers={"Content-Type": "application/json"},
        )
    )
    if not Webhooks.completed.wait(20):
        raise SystemExit("no webhook came")
    result = json.loads(ask("GET", f"/v1/sessions/{session['id']}"))["data"]
    print(f"{result['status']}: {result['outcome']}")
    # Only what is listed is asked for; idv is absent where no identity check ran.
    for artifact in result.get("idv", {}).get("available_images", []):
        data = image(session["id"], artifact)
        print(f"{artifact}: {'gone' if data is None else f'{len(data)} bytes'}")
    server.shutdown()


main()
