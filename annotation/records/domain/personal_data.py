"""Detection of personal data and web addresses in texts."""

import re

# Begins where no address goes on, so that each character is tried once.
_E_MAIL = re.compile(r"(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]+")
_ADDRESS = re.compile(r"(?:https?://|www\.)\S+", re.IGNORECASE)
_PHONE = re.compile(
    r"(?<![\w.])(?:\+\d[\d ()./-]{7,16}\d|1[3-9]\d{9}|\(?\d{3}\)?[ -]\d{3,4}[ -]\d{4})(?!\w)"
)

_NAME = re.compile(
    r"\b(?:Mr|Mrs|Ms|Miss|Dr|Prof)\b\.? [A-Z][a-z]+"
    r"|[王李张刘陈杨黄赵周吴徐孙马朱胡郭何林罗郑梁谢宋唐许邓冯韩曹曾彭]"
    r"[一-鿿]{0,2}(?:先生|女士|小姐|同学)"
)
_HANDLE = re.compile(r"(?<![\w.])@[A-Za-z_]\w{2,}")
_IDENTITY_NUMBER = re.compile(r"(?<!\d)\d{17}[\dXx](?!\w)")
_PERSONAL = (_E_MAIL, _ADDRESS, _IDENTITY_NUMBER, _PHONE, _HANDLE, _NAME)


def find_personal_data(text: str) -> str:
    """Return the first personal data found, as written; empty when there is none."""
    for pattern in _PERSONAL:
        match = pattern.search(text)
        if match:
            return match.group()
    return ""
