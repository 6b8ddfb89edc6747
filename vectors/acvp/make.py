#!/usr/bin/env python3
"""Makes the files of this folder: small suites in the form of NIST ACVP's internalProjection files.

No NIST file is copied. Every value comes from a computation that shares nothing with this project:
hashlib for digests, the Python package cryptography (48; OpenSSL inside) for keys and signatures, and the
integers of Python itself for RFC 8032's context and prehash variants and for malformed numbers. Keys
come from fixed seeds, so a second run writes the same files, randomised ECDSA signatures apart.

    python3 vectors/acvp/make.py
"""
import hashlib
import json
import os

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa, utils

HERE = os.path.dirname(os.path.abspath(__file__))
CURVES = {"P-192": ec.SECP192R1(), "P-224": ec.SECP224R1(), "P-256": ec.SECP256R1(),
          "P-384": ec.SECP384R1(), "P-521": ec.SECP521R1()}
HASHES = {"SHA2-224": hashes.SHA224(), "SHA2-256": hashes.SHA256(), "SHA2-384": hashes.SHA384(),
          "SHA2-512": hashes.SHA512(), "SHA2-512/224": hashes.SHA512_224(),
          "SHA2-512/256": hashes.SHA512_256()}
ORDERS = {
    "P-192": 0xFFFFFFFFFFFFFFFFFFFFFFFF99DEF836146BC9B1B4D22831,
    "P-224": 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFF16A2E0B8F03E13DD29455C5C2A3D,
    "P-256": 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551,
    "P-384": 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFC7634D81F4372DDF581A0DB248B0A77AECEC196ACCC52973,
    "P-521": 2**521 - 2**264 + 0xFA51868783BF2F966B7FCC0148F709A5D03BB5C9B8899C47AEBB6FB71E91386409,
}


def octets(label, count):
    return hashlib.shake_256(label.encode()).digest(count)


def number(value, width):
    return value.to_bytes(width, "big").hex()


def save(name, algorithm, mode, groups, revision="1.0"):
    case = 0
    for index, group in enumerate(groups):
        tests = group.pop("tests")
        group["tgId"] = index + 1
        group.setdefault("testType", "AFT")
        for test in tests:
            case += 1
            test["tcId"] = case
        group["tests"] = tests
    head = {"vsId": 0, "algorithm": algorithm}
    if mode:
        head["mode"] = mode
    head.update(revision=revision, isSample=True, testGroups=groups)
    with open(os.path.join(HERE, name + ".json"), "w") as file:
        json.dump(head, file, indent=1)
        file.write("\n")


def sha(name, data):
    return hashlib.new({"SHA2-512/224": "sha512_224", "SHA2-512/256": "sha512_256"}.get(
        name, name.replace("SHA2-", "sha")), data).digest()


def monte(name, seed, rounds, alternate):
    results, first = [], len(seed)
    for _ in range(rounds):
        a = b = c = seed
        for _ in range(1000):
            data = a + b + c
            if alternate:
                data = data[:first].ljust(first, b"\0")
            a, b, c = b, c, sha(name, data)
        seed = c
        results.append({"md": c.hex(), "outLen": 8 * len(c)})
    return results


def make_sha():
    for name in ("SHA2-224", "SHA2-256", "SHA2-384", "SHA2-512", "SHA2-512/224", "SHA2-512/256"):
        aft = []
        for size in (0, 1, 55, 56, 63, 64, 65, 111, 112, 127, 128, 129, 1000):
            data = octets(f"{name} {size}", size)
            aft.append({"msg": data.hex() or "00", "len": 8 * size, "md": sha(name, data).hex()})
        size = len(sha(name, b""))
        seed, short = octets(name + " seed", size), octets(name + " short", 20)
        block = octets(name + " large", 1000)
        save("SHA2-" + name[5:].replace("/", "-"), name, None, [
            {"function": "SHA2", "tests": aft},
            {"function": "SHA2", "testType": "MCT", "mctVersion": "standard", "tests": [
                {"msg": seed.hex(), "len": 8 * size, "resultsArray": monte(name, seed, 5, False)}]},
            {"function": "SHA2", "testType": "MCT", "mctVersion": "alternate", "tests": [
                {"msg": short.hex(), "len": 160, "resultsArray": monte(name, short, 3, True)}]},
            {"function": "SHA2", "testType": "LDT", "tests": [
                {"largeMsg": {"content": block.hex(), "contentLength": 8000,
                              "fullLength": 8000 * 3000, "expansionTechnique": "repeating"},
                 "md": sha(name, block * 3000).hex()}]},
        ])


def ec_key(curve, label):
    order = ORDERS[curve]
    d = int.from_bytes(octets(f"{curve} {label}", 80), "big") % (order - 1) + 1
    return d, ec.derive_private_key(d, CURVES[curve])


def ec_width(curve):
    return (CURVES[curve].key_size + 7) // 8


def ec_public(key, width):
    numbers = key.public_key().public_numbers()
    return {"qx": number(numbers.x, width), "qy": number(numbers.y, width)}


def make_ecdsa_keys():
    ver, gen = [], []
    for curve in CURVES:
        width = ec_width(curve)
        d, key = ec_key(curve, "key")
        good = ec_public(key, width)
        x, y = int(good["qx"], 16), int(good["qy"], 16)
        ver.append({"curve": curve, "tests": [
            {"testPassed": True, "reason": "none", **good},
            {"testPassed": False, "reason": "point not on curve", "qx": good["qx"],
             "qy": number(y ^ 1, width)},
            {"testPassed": False, "reason": "coordinate out of range",
             "qx": number(x + (1 << 8 * width), width + 1), "qy": good["qy"]},
            {"testPassed": False, "reason": "point at infinity as zeros", "qx": "00" * width,
             "qy": "00" * width}]})
        gen.append({"curve": curve, "secretGenerationMode": "testing candidates",
                    "tests": [{"d": number(d, width), **good}]})
    save("ECDSA-KeyVer", "ECDSA", "keyVer", ver)
    save("ECDSA-KeyGen", "ECDSA", "keyGen", gen)


def ec_sign(key, name, message, deterministic):
    scheme = ec.ECDSA(HASHES[name], deterministic_signing=deterministic)
    return utils.decode_dss_signature(key.sign(message, scheme))


def make_ecdsa_signatures():
    ver, gen, det = [], [], []
    for index, curve in enumerate(CURVES):
        width = ec_width(curve)
        name = list(HASHES)[index]
        d, key = ec_key(curve, "sign")
        public = ec_public(key, width)
        message = octets(curve + " message", 128)
        r, s = ec_sign(key, name, message, False)
        sig = {"r": number(r, width), "s": number(s, width)}
        order = ORDERS[curve]
        ver.append({"curve": curve, "hashAlg": name, "tests": [
            {"testPassed": True, "reason": "none", "message": message.hex(), **public, **sig},
            {"testPassed": True, "reason": "the other s", "message": message.hex(), **public,
             "r": sig["r"], "s": number(order - s, width)},
            {"testPassed": False, "reason": "modify message", "message": message[::-1].hex(),
             **public, **sig},
            {"testPassed": False, "reason": "modify r", "message": message.hex(), **public,
             "r": number(r ^ 1, width), "s": sig["s"]},
            {"testPassed": False, "reason": "modify s", "message": message.hex(), **public,
             "r": sig["r"], "s": number(s ^ 1, width)},
            {"testPassed": False, "reason": "r zero", "message": message.hex(), **public,
             "r": "00" * width, "s": sig["s"]},
            {"testPassed": False, "reason": "s + n", "message": message.hex(), **public,
             "r": sig["r"], "s": number(s + order, width + 1)}]})
        gen.append({"curve": curve, "hashAlg": name, "componentTest": False, "d": number(d, width),
                    **public, "tests": [{"message": message.hex(), **sig}]})
        tests = []
        for size in (0, 20, 300):
            data = octets(f"{curve} deterministic {size}", size)
            r, s = ec_sign(key, name, data, True)
            tests.append({"message": data.hex(), "r": number(r, width), "s": number(s, width)})
        det.append({"curve": curve, "hashAlg": name, "componentTest": False, "d": number(d, width),
                    **public, "tests": tests})
    save("ECDSA-SigVer", "ECDSA", "sigVer", ver, "FIPS186-5")
    save("ECDSA-SigGen", "ECDSA", "sigGen", gen, "FIPS186-5")
    save("DetECDSA-SigGen", "DetECDSA", "sigGen", det, "FIPS186-5")


# RFC 8032 by Python's integers: affine twisted Edwards arithmetic, for the variants with a context.
P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
BASE = (15112221349535400772501151409588531511454012693041857206046113283949847762202,
        46316835694926478169428394003475163141307993866256225615783033603165251855960)


def ed_add(a, b):
    (x1, y1), (x2, y2) = a, b
    t = D * x1 * x2 * y1 * y2 % P
    return ((x1 * y2 + x2 * y1) * pow(1 + t, -1, P) % P,
            (y1 * y2 + x1 * x2) * pow(1 - t, -1, P) % P)


def ed_mul(k, point):
    result = (0, 1)
    while k:
        if k & 1:
            result = ed_add(result, point)
        point, k = ed_add(point, point), k >> 1
    return result


def ed_encode(point):
    return (point[1] | (point[0] & 1) << 255).to_bytes(32, "little")


def ed_sign(seed, message, context=b"", prehash=False):
    h = hashlib.sha512(seed).digest()
    a = int.from_bytes(h[:32], "little") & ((1 << 254) - 8) | 1 << 254
    dom = b"SigEd25519 no Ed25519 collisions" + bytes([prehash, len(context)]) + context
    if not prehash and not context:
        dom = b""
    if prehash:
        message = hashlib.sha512(message).digest()
    public = ed_encode(ed_mul(a, BASE))
    r = int.from_bytes(hashlib.sha512(dom + h[32:] + message).digest(), "little") % L
    big_r = ed_encode(ed_mul(r, BASE))
    k = int.from_bytes(hashlib.sha512(dom + big_r + public + message).digest(), "little") % L
    return public, big_r + ((r + k * a) % L).to_bytes(32, "little")


def make_eddsa():
    gen, ver, keys = [], [], []
    for prehash in (False, True):
        tests, checks = [], []
        for size, context in ((0, b""), (100, b""), (100, b"context"), (33, bytes(range(255)))):
            seed = octets(f"ed25519 {prehash} {size} {len(context)}", 32)
            message = octets(f"message {size}", size)
            public, sig = ed_sign(seed, message, context, prehash)
            if not prehash and not context:
                key = ed25519.Ed25519PrivateKey.from_private_bytes(seed)
                assert key.sign(message) == sig
            common = {"message": message.hex(), "context": context.hex(), "q": public.hex()}
            tests.append({**common, "d": seed.hex(), "signature": sig.hex()})
            checks.append({**common, "testPassed": True, "reason": "valid", "signature": sig.hex()})
            checks.append({**common, "testPassed": False, "reason": "modified R",
                           "signature": (bytes([sig[0] ^ 1]) + sig[1:]).hex()})
            s = int.from_bytes(sig[32:], "little") + L
            checks.append({**common, "testPassed": False, "reason": "S + L",
                           "signature": (sig[:32] + s.to_bytes(32, "little")).hex()})
            keys.append({"d": seed.hex(), "q": public.hex()})
        gen.append({"curve": "ED-25519", "preHash": prehash, "tests": tests})
        ver.append({"curve": "ED-25519", "preHash": prehash, "tests": checks})
    save("EDDSA-SigGen", "EDDSA", "sigGen", gen)
    save("EDDSA-SigVer", "EDDSA", "sigVer", ver)
    save("EDDSA-KeyGen", "EDDSA", "keyGen", [{"curve": "ED-25519", "tests": keys}])
    good = bytes.fromhex(keys[0]["q"])
    off = next(y for y in range(2, 99) if not is_square(y))
    save("EDDSA-KeyVer", "EDDSA", "keyVer", [{"curve": "ED-25519", "tests": [
        {"testPassed": True, "reason": "valid", "q": good.hex()},
        {"testPassed": False, "reason": "y not on the curve", "q": number_le(off)},
        {"testPassed": False, "reason": "y = p + 3", "q": number_le(P + 3)},
        {"testPassed": False, "reason": "x = 0 with the sign bit", "q": number_le(1 | 1 << 255)}]}])


def number_le(value):
    return value.to_bytes(32, "little").hex()


def is_square(y):
    x2 = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    return x2 == 0 or pow(x2, (P - 1) // 2, P) == 1


# The keys are random; a second run takes those of the file that is there, and signs the same.
def rsa_key(bits):
    path = os.path.join(HERE, "RSA-SigGen.json")
    for group in json.load(open(path))["testGroups"] if os.path.exists(path) else []:
        if group["modulo"] == bits:
            n, e, d, p, q = (int(group[name], 16) for name in ("n", "e", "d", "p", "q"))
            return rsa.RSAPrivateNumbers(p, q, d, d % (p - 1), d % (q - 1), pow(q, -1, p),
                                         rsa.RSAPublicNumbers(e, n)).private_key()
    return rsa.generate_private_key(65537, bits)


def make_rsa():
    ver, gen = [], []
    for bits, name in ((2048, "SHA2-256"), (3072, "SHA2-512/256")):
        key = rsa_key(bits)
        private = key.private_numbers()
        width = bits // 8
        n, e = private.public_numbers.n, private.public_numbers.e
        message = octets(f"rsa {bits}", 128)
        sig = key.sign(message, padding.PKCS1v15(), HASHES[name])
        key.public_key().verify(sig, message, padding.PKCS1v15(), HASHES[name])
        public = {"modulo": bits, "sigType": "pkcs1v1.5", "hashAlg": name, "n": number(n, width),
                  "e": "010001"}
        tests = [
            {"testPassed": True, "reason": "none", "message": message.hex(), "signature": sig.hex()},
            {"testPassed": False, "reason": "modified message", "message": message[::-1].hex(),
             "signature": sig.hex()},
            {"testPassed": False, "reason": "modified signature", "message": message.hex(),
             "signature": (sig[:-1] + bytes([sig[-1] ^ 1])).hex()},
            {"testPassed": False, "reason": "one octet too long", "message": message.hex(),
             "signature": "00" + sig.hex()},
            {"testPassed": False, "reason": "one octet too short", "message": message.hex(),
             "signature": sig[1:].hex()}]
        large = int.from_bytes(sig, "big") + n
        if large < 1 << bits:
            tests.append({"testPassed": False, "reason": "signature + n", "message": message.hex(),
                          "signature": number(large, width)})
        ver.append({**public, "tests": tests})
        gen.append({**public, "d": number(private.d, width), "p": number(private.p, width // 2),
                    "q": number(private.q, width // 2),
                    "tests": [{"message": message.hex(), "signature": sig.hex()}]})
    save("RSA-SigVer", "RSA", "sigVer", ver, "FIPS186-4")
    save("RSA-SigGen", "RSA", "sigGen", gen, "FIPS186-4")


make_sha()
make_ecdsa_keys()
make_ecdsa_signatures()
make_eddsa()
make_rsa()
