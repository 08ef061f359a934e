from django.contrib import admin
from django.contrib.auth.admin import UserAdmin

from projects.models import Invitation, Membership, Project, ProtocolVersion, User
from workflow.admin import ReadOnlyAdmin

admin.site.register(User, UserAdmin)
admin.site.register(Project, ReadOnlyAdmin)
admin.site.register(ProtocolVersion, ReadOnlyAdmin)
admin.site.register(Membership, ReadOnlyAdmin)
admin.site.register(Invitation, ReadOnlyAdmin)
