"""Does importing and hashing many images need more memory the more there are?"""
