#!/usr/bin/env python3
"""Makes ec_edge.json: RFC 6979 ECDSA values that the RFC does not print. Shares no code with sigcost:
Python's integers, hashlib and hmac; affine points. Checks itself against the RFC's own values first.

    python3 tests/data/make_ec_edge.py vectors/rfc/rfc6979.json > tests/data/ec_edge.json
"""
import hashlib
import hmac
import json
import sys

CURVES = {
    "P-192": (2**192 - 2**64 - 1, 0x64210519e59c80e70fa7e9ab72243049feb8deecc146b9b1,
              0xffffffffffffffffffffffff99def836146bc9b1b4d22831,
              0x188da80eb03090f67cbf20eb43a18800f4ff0afd82ff1012,
              0x07192b95ffc8da78631011ed6b24cdd573f977a11e794811),
    "P-224": (2**224 - 2**96 + 1, 0xb4050a850c04b3abf54132565044b0b7d7bfd8ba270b39432355ffb4,
              0xffffffffffffffffffffffffffff16a2e0b8f03e13dd29455c5c2a3d,
              0xb70e0cbd6bb4bf7f321390b94a03c1d356c21122343280d6115c1d21,
              0xbd376388b5f723fb4c22dfe6cd4375a05a07476444d5819985007e34),
    "P-256": (2**256 - 2**224 + 2**192 + 2**96 - 1,
              0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b,
              0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551,
              0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296,
              0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5),
    "P-384": (2**384 - 2**128 - 2**96 + 2**32 - 1,
              int("b3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875a"
                  "c656398d8a2ed19d2a85c8edd3ec2aef", 16),
              int("ffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf"
                  "581a0db248b0a77aecec196accc52973", 16),
              int("aa87ca22be8b05378eb1c71ef320ad746e1d3b628ba79b9859f741e082542a38"
                  "5502f25dbf55296c3a545e3872760ab7", 16),
              int("3617de4a96262c6f5d9e98bf9292dc29f8f41dbd289a147ce9da3113b5f0b8c0"
                  "0a60b1ce1d7e819d7a431d7c90ea0e5f", 16)),
    "P-521": (2**521 - 1,
              int("051953eb9618e1c9a1f929a21a0b68540eea2da725b99b315f3b8b489918ef109e15"
                  "6193951ec7e937b1652c0bd3bb1bf073573df883d2c34f1ef451fd46b503f00", 16),
              int("01fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa"
                  "51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409", 16),
              int("00c6858e06b70404e9cd9e3ecb662395b4429c648139053fb521f828af606b4d3dba"
                  "a14b5e77efe75928fe1dc127a2ffa8de3348b3c1856a429bf97e7e31c2e5bd66", 16),
              int("011839296a789a3bc0045c8a5fb42c7d1bd998f54449579b446817afbd17273e662c"
                  "97ee72995ef42640c550b9013fad0761353c7086a272c24088be94769fd16650", 16)),
}
HASHES = {"SHA-224": "sha224", "SHA-256": "sha256", "SHA-384": "sha384", "SHA-512": "sha512",
          "SHA-512/224": "sha512_224", "SHA-512/256": "sha512_256"}


def add(P, Q, p):
    if P is None or Q is None:
        return Q if P is None else P
    (x1, y1), (x2, y2) = P, Q
    if x1 == x2:
        if (y1 + y2) % p == 0:
            return None
        m = (3 * x1 * x1 - 3) * pow(2 * y1, -1, p) % p
    else:
        m = (y2 - y1) * pow(x2 - x1, -1, p) % p
    x3 = (m * m - x1 - x2) % p
    return x3, (m * (x1 - x3) - y1) % p


def mul(k, P, p):
    R = None
    while k:
        if k & 1:
            R = add(R, P, p)
        P = add(P, P, p)
        k >>= 1
    return R


def bits2int(b, qlen):
    x = int.from_bytes(b, "big")
    return x >> max(0, 8 * len(b) - qlen)


def nonces(curve, d, h1, name):
    """RFC 6979 3.2: yields (number of candidates refused so far, k)."""
    n = CURVES[curve][2]
    qlen = n.bit_length()
    rlen = (qlen + 7) // 8
    hlen = len(h1)
    mac = lambda key, data: hmac.new(key, data, name).digest()
    x = d.to_bytes(rlen, "big") + (bits2int(h1, qlen) % n).to_bytes(rlen, "big")
    v, key = b"\1" * hlen, b"\0" * hlen
    for tag in b"\0", b"\1":
        key = mac(key, v + tag + x)
        v = mac(key, v)
    refused = 0
    while True:
        t = b""
        while 8 * len(t) < qlen:
            v = mac(key, v)
            t += v
        k = bits2int(t, qlen)
        if 1 <= k < n:
            yield refused, k
        refused += 1
        key = mac(key, v + b"\0")
        v = mac(key, v)


def sign(curve, d, h1, name):
    p, _, n, gx, gy = CURVES[curve]
    e = bits2int(h1, n.bit_length())
    for refused, k in nonces(curve, d, h1, name):
        r = mul(k, (gx, gy), p)[0] % n
        s = pow(k, -1, n) * (e + r * d) % n
        if r and s:
            return refused, k, r, s


def record(curve, sha, d, msg, comment, digest=None):
    name = HASHES[sha]
    h1 = digest if digest is not None else hashlib.new(name, msg).digest()
    refused, k, r, s = sign(curve, d, h1, name)
    width = 2 * ((CURVES[curve][2].bit_length() + 7) // 8)
    out = {"comment": comment, "sha": sha, "d": f"{d:0{width}x}"}
    if digest is not None:
        out["digest"] = digest.hex()
    else:
        out["msg"] = msg.hex()
    if refused:
        out["refused"] = refused
    out.update(k=f"{k:0{width}x}", r=f"{r:0{width}x}", s=f"{s:0{width}x}")
    return out


def self_check(path):
    for group in json.load(open(path))["testGroups"]:
        curve = "P-" + group["curve"][4:7]
        for t in group["tests"]:
            if t["sha"] in HASHES:
                h1 = hashlib.new(HASHES[t["sha"]], bytes.fromhex(t["msg"])).digest()
                got = sign(curve, int(group["privateKey"], 16), h1, HASHES[t["sha"]])[1:]
                assert got == tuple(int(t[x], 16) for x in "krs"), (curve, t)


def search(curve, sha, d, which, p_bits):
    """The first message "0", "1", ... whose k, r or s begins with a zero octet (8 bits of n's length)."""
    i = 0
    while True:
        msg = str(i).encode()
        got = sign(curve, d, hashlib.new(HASHES[sha], msg).digest(), HASHES[sha])
        if got["_krs".index(which)] >> (p_bits - 8) == 0:
            return msg
        i += 1


def main():
    self_check(sys.argv[1])
    groups = []
    for curve, (p, b, n, gx, gy) in CURVES.items():
        bits = n.bit_length()
        some = int.from_bytes(hashlib.sha512(curve.encode()).digest() * 2, "big") % n
        tests = []
        for sha, name in HASHES.items():
            hlen = hashlib.new(name).digest_size
            for d, what in (1, "d = 1"), (n - 1, "d = n - 1"), (some, "some d"):
                tests.append(record(curve, sha, d, b"sample", what))
            tests.append(record(curve, sha, 2, None, "digest of all ones", b"\xff" * hlen))
            tests.append(record(curve, sha, some, None, "digest of all zeros", b"\0" * hlen))
        for which in "krs":
            msg = search(curve, "SHA-256", some, which, bits)
            tests.append(record(curve, "SHA-256", some, msg, which + " begins with a zero octet"))
        if curve == "P-256":
            d = 0xc9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721
            tests.append(record(curve, "SHA-256", d, bytes.fromhex("77765b766e58"),
                                "the first candidate is not below n"))
        groups.append({"curve": curve, "tests": tests})
    json.dump({"generatedBy": "tests/data/make_ec_edge.py", "testGroups": groups}, sys.stdout, indent=1)
    print()


main()
