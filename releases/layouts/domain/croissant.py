"""``croissant.json``: the release in Croissant 1.1 with its responsible-AI fields.

It has one record set per split, read from the parquet file of the split
(https://docs.mlcommons.org/croissant).
"""

from typing import Any

from releases.content.domain.frozen import FrozenRelease
from releases.layouts.domain.parquet import ParquetColumn, parquet_layout, parquet_path
from releases.layouts.domain.release_folder import ReleaseFolder
from releases.layouts.domain.responsible_ai import responsible_ai
from subtext_protocol.text import in_language

_CONTEXT: dict[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileProperty": "cr:fileProperty",
    "fileObject": "cr:fileObject",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "prov": "http://www.w3.org/ns/prov#",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
    "equivalentProperty": "cr:equivalentProperty",
    "sdVersion": "cr:sdVersion",
}


def write_croissant(release: FrozenRelease, folder: ReleaseFolder) -> None:
    folder.write_json("croissant.json", _document(release, folder))


def _document(release: FrozenRelease, folder: ReleaseFolder) -> dict[str, Any]:
    protocol = release.protocol
    return {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": [
            "http://mlcommons.org/croissant/1.1",
            "http://mlcommons.org/croissant/RAI/1.0",
        ],
        "name": release.name,
        "description": in_language(protocol.summary, release.language),
        "version": release.version,
        "sdVersion": release.version,
        "isLiveDataset": False,
        "inLanguage": release.language,
        "license": f"https://spdx.org/licenses/{protocol.release.licence}.html",
        "identifier": release.canary,
        "keywords": ["image implication", "multiple choice", "evaluation"],
        **_if_there(
            url=protocol.release.homepage,
            citeAs=protocol.release.citation.strip(),
            **{"sc:sameAs": release.form.doi and f"https://doi.org/{release.form.doi}"},
        ),
        **_creators(release),
        **responsible_ai(release),
        "distribution": [
            {
                "@type": "cr:FileObject",
                "@id": _file_id(split),
                "name": _file_id(split),
                "contentUrl": parquet_path(split),
                "encodingFormat": "application/x-parquet",
                "contentSize": f"{folder.written[parquet_path(split)].bytes} B",
                "sha256": folder.written[parquet_path(split)].sha256,
            }
            for split in release.filled_splits
        ],
        "recordSet": [
            {
                "@type": "cr:RecordSet",
                "@id": split,
                "name": split,
                "description": f"The questions of the split {split}, one per record.",
                "key": {"@id": f"{split}/id"},
                "field": [
                    _field(split, column) for column in parquet_layout(release).columns
                ],
            }
            for split in release.filled_splits
        ],
    }


def _creators(release: FrozenRelease) -> dict[str, Any]:
    creators = [
        {
            "@type": "sc:Person",
            "name": author.name,
            **(
                {
                    "affiliation": {
                        "@type": "sc:Organization",
                        "name": author.affiliation,
                    }
                }
                if author.affiliation
                else {}
            ),
        }
        for author in release.form.authors
    ]
    return {"creator": creators} if creators else {}


def _if_there(**values: str) -> dict[str, str]:
    return {name: value for name, value in values.items() if value}


def _file_id(split: str) -> str:
    return f"{split}.parquet"


def _field(split: str, column: ParquetColumn) -> dict[str, Any]:
    source: dict[str, Any] = {
        "fileObject": {"@id": _file_id(split)},
        "extract": {"column": column.name},
    }
    if column.kind == "image":
        source["transform"] = {"jsonPath": "bytes"}
    field: dict[str, Any] = {
        "@type": "cr:Field",
        "@id": f"{split}/{column.name}",
        "name": column.name,
        "dataType": "sc:ImageObject" if column.kind == "image" else "sc:Text",
        "source": source,
    }
    if column.kind == "strings":
        field["repeated"] = True
    return field
