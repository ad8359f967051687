# The class has another name, which is private; here it only stands for the type.
class Kind:
    def __contains__(self, kind: object) -> bool: ...
    def __getattr__(self, name: str) -> Kind: ...

Error: Kind
Keyword: Kind
Name: Kind
Number: Kind
String: Kind
Text: Kind
