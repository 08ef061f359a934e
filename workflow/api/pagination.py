"""Keyset pagination: the same speed on the first page and on the last."""

from rest_framework.pagination import CursorPagination


class KeysetPagination(CursorPagination):
    """Newest first unless a view says otherwise; ``?page_size=`` up to 200."""

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200
    ordering = "-id"
