"""Settings of curation: imports, stages and text recognition."""

from ipaddress import ip_network

from core.environment.sections import VariableSection
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
    is_class_path,
)


def _is_network(text: str) -> bool:
    try:
        ip_network(text)
    except ValueError:
        return False
    return True


IMPORTS = VariableSection(title="Imports")
IMPORTS_FOLDER = IMPORTS.add_variable(
    Text(
        "SUBTEXT_IMPORTS",
        "folder of the host that docker-compose shows web and workers as `/imports`",
        default="./imports",
        services=IN_COMPOSE,
    )
)
IMPORT_FOLDER = IMPORTS.add_variable(
    Folder(
        "SUBTEXT_IMPORT_FOLDER",
        "folder of this machine from which benchmarks may be audited in the"
        " browser; on docker-compose `/imports`",
        must_exist=True,
    )
)
FETCH_AGENT = IMPORTS.add_variable(
    Text(
        "SUBTEXT_FETCH_AGENT",
        "name by which imports from the web introduce themselves; put an"
        " address in it at which you can be reached",
        default_text="Subtext and its version",
    )
)
FETCH_DELAY = IMPORTS.add_variable(
    WholeNumber(
        "SUBTEXT_FETCH_DELAY",
        "seconds between two requests to one host by all workers together,"
        " unless its `robots.txt` asks for more",
        least=0,
        most=3600,
        default=1,
    )
)
FETCH_NETWORKS = IMPORTS.add_variable(
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
IMPORT_S3_BUCKETS = IMPORTS.add_variable(
    Words(
        "SUBTEXT_IMPORT_S3_BUCKETS",
        "buckets that people may import from in the browser; the command takes any",
        form="NAME",
        default=[],
        default_text="none",
    )
)
IMPORT_S3_ENDPOINT = IMPORTS.add_variable(
    Address(
        "SUBTEXT_IMPORT_S3_ENDPOINT",
        "S3 server of those buckets",
        default_text="AWS",
    )
)
IMPORT_S3_REGION = IMPORTS.add_variable(
    Text("SUBTEXT_IMPORT_S3_REGION", "their region")
)
IMPORT_S3_KEY = IMPORTS.add_variable(
    Secret(
        "SUBTEXT_IMPORT_S3_KEY",
        "access key",
        default_text="where AWS keeps it",
    )
)
IMPORT_S3_SECRET = IMPORTS.add_variable(
    Secret(
        "SUBTEXT_IMPORT_S3_SECRET",
        "secret key",
        default_text="where AWS keeps it",
    )
)

CURATION = VariableSection(title="Curation")
CURATION_STAGES = CURATION.add_variable(
    Words(
        "SUBTEXT_CURATION_STAGES",
        "curation stages of other packages; every process needs the same",
        form="package.module.Class",
        is_valid=is_class_path,
        separator=None,
        default=[],
        default_text="none",
    )
)

TEXT_RECOGNITION = VariableSection(
    title="Text recognition",
    introduction="Measurements are stored with their engine. Another engine, or another"
    " version of it, measures again.",
)
OCR_ENGINE = TEXT_RECOGNITION.add_variable(
    Choice(
        "SUBTEXT_OCR_ENGINE",
        "engine; the models of `rapidocr` come inside its package",
        choices=("rapidocr", "easyocr"),
        or_class=True,
        default="rapidocr",
    )
)
OCR_RUNTIME = TEXT_RECOGNITION.add_variable(
    Choice(
        "SUBTEXT_OCR_RUNTIME",
        "what computes `rapidocr`'s detector; `auto` is OpenVINO on Linux with an Intel"
        " processor, otherwise ONNX Runtime",
        choices=("auto", "openvino", "onnxruntime"),
        default="auto",
    )
)
OCR_THREADS = TEXT_RECOGNITION.add_variable(
    WholeNumber(
        "SUBTEXT_OCR_THREADS",
        "cores that reading may use, one an image; `0` means all",
        least=0,
        most=1024,
        default=0,
    )
)
OCR_GPU = TEXT_RECOGNITION.add_variable(
    Flag(
        "SUBTEXT_OCR_GPU",
        "EasyOCR reads on a GPU",
        default=False,
    )
)
OCR_WEIGHTS = TEXT_RECOGNITION.add_variable(
    Folder(
        "SUBTEXT_OCR_WEIGHTS",
        "folder of EasyOCR's weights",
        default_text="`ocr` in the data folder",
    )
)
OCR_DOWNLOAD = TEXT_RECOGNITION.add_variable(
    Flag(
        "SUBTEXT_OCR_DOWNLOAD",
        "EasyOCR may download missing weights at any time; otherwise only"
        " `ocr_weights_fetch` does",
        default=False,
    )
)


SECTIONS = [IMPORTS, CURATION, TEXT_RECOGNITION]
