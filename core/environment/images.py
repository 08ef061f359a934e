"""Settings of curation: imports, stages and text recognition."""

from ipaddress import ip_network

from core.environment.sections import Section
from core.environment.variables import (
    IN_COMPOSE,
    Address,
    Choice,
    Flag,
    Folder,
    Secret,
    Text,
    WholeNumber,
    Words,
    is_class,
)


def _is_network(text: str) -> bool:
    try:
        ip_network(text)
    except ValueError:
        return False
    return True


IMPORTS = Section(title="Imports")
IMPORTS_FOLDER = IMPORTS.add(
    Text(
        "SUBTEXT_IMPORTS",
        "folder of the host that docker-compose shows web and workers as `/imports`",
        default="./imports",
        services=IN_COMPOSE,
    )
)
IMPORT_FOLDER = IMPORTS.add(
    Folder(
        "SUBTEXT_IMPORT_FOLDER",
        "folder of this machine from which benchmarks may be audited in the"
        " browser; on docker-compose `/imports`",
        must_exist=True,
    )
)
FETCH_AGENT = IMPORTS.add(
    Text(
        "SUBTEXT_FETCH_AGENT",
        "name by which imports from the web introduce themselves; put an"
        " address in it at which you can be reached",
        default_text="Subtext and its version",
    )
)
FETCH_DELAY = IMPORTS.add(
    WholeNumber(
        "SUBTEXT_FETCH_DELAY",
        "seconds between two requests to one host by all workers together,"
        " unless its `robots.txt` asks for more",
        least=0,
        most=3600,
        default=1,
    )
)
FETCH_NETWORKS = IMPORTS.add(
    Words(
        "SUBTEXT_FETCH_NETWORKS",
        "own networks that may be fetched from; everything else outside the"
        " public internet is refused",
        form="10.1.0.0/16",
        is_valid=_is_network,
        default=[],
        default_text="none",
    )
)
IMPORT_S3_BUCKETS = IMPORTS.add(
    Words(
        "SUBTEXT_IMPORT_S3_BUCKETS",
        "buckets that people may import from in the browser; the command takes any",
        form="NAME",
        default=[],
        default_text="none",
    )
)
IMPORT_S3_ENDPOINT = IMPORTS.add(
    Address(
        "SUBTEXT_IMPORT_S3_ENDPOINT",
        "S3 server of those buckets",
        default_text="AWS",
    )
)
IMPORT_S3_REGION = IMPORTS.add(Text("SUBTEXT_IMPORT_S3_REGION", "their region"))
IMPORT_S3_KEY = IMPORTS.add(
    Secret(
        "SUBTEXT_IMPORT_S3_KEY",
        "access key",
        default_text="where AWS keeps it",
    )
)
IMPORT_S3_SECRET = IMPORTS.add(
    Secret(
        "SUBTEXT_IMPORT_S3_SECRET",
        "secret key",
        default_text="where AWS keeps it",
    )
)

CURATION = Section(title="Curation")
CURATION_STAGES = CURATION.add(
    Words(
        "SUBTEXT_CURATION_STAGES",
        "curation stages of other packages; every process needs the same",
        form="package.module.Class",
        is_valid=is_class,
        separator=None,
        default=[],
        default_text="none",
    )
)

TEXT_RECOGNITION = Section(
    title="Text recognition",
    introduction="Measurements are stored with their engine. Another engine, or another"
    " version of it, measures again.",
)
OCR_ENGINE = TEXT_RECOGNITION.add(
    Choice(
        "SUBTEXT_OCR_ENGINE",
        "engine; the models of `rapidocr` come inside its package",
        choices=("rapidocr", "easyocr"),
        or_class=True,
        default="rapidocr",
    )
)
OCR_RUNTIME = TEXT_RECOGNITION.add(
    Choice(
        "SUBTEXT_OCR_RUNTIME",
        "what computes `rapidocr`'s detector; `auto` is OpenVINO on Linux with an Intel"
        " processor, otherwise ONNX Runtime",
        choices=("auto", "openvino", "onnxruntime"),
        default="auto",
    )
)
OCR_THREADS = TEXT_RECOGNITION.add(
    WholeNumber(
        "SUBTEXT_OCR_THREADS",
        "cores that reading may use, one an image; `0` means all",
        least=0,
        most=1024,
        default=0,
    )
)
OCR_GPU = TEXT_RECOGNITION.add(
    Flag(
        "SUBTEXT_OCR_GPU",
        "EasyOCR reads on a GPU",
        default=False,
    )
)
OCR_WEIGHTS = TEXT_RECOGNITION.add(
    Folder(
        "SUBTEXT_OCR_WEIGHTS",
        "folder of EasyOCR's weights",
        default_text="`ocr` in the data folder",
    )
)
OCR_DOWNLOAD = TEXT_RECOGNITION.add(
    Flag(
        "SUBTEXT_OCR_DOWNLOAD",
        "EasyOCR may download missing weights at any time; otherwise only"
        " `ocr_weights_fetch` does",
        default=False,
    )
)


SECTIONS = [IMPORTS, CURATION, TEXT_RECOGNITION]
