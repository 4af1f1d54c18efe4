/** Host names that resolve to internal addresses, with these addresses. */
export const internalNames: Readonly<Record<string, readonly string[]>> = {
  'loopback.test': ['127.0.0.1'],
  'loopback6.test': ['::1'],
  'private.test': ['10.0.0.1'],
  'metadata.test': ['169.254.169.254'],
  'last-of-several.test': ['93.184.216.34', '2606:4700::1111', '127.0.0.1'],
  'first-of-several.test': ['127.0.0.1', '93.184.216.34'],
  'mapped.test': ['::ffff:127.0.0.1'],
  'nat64.test': ['64:ff9b::7f00:1'],
  'zone.test': ['fe80::1%lo'],
  'unspecified.test': ['0.0.0.0'],
}
/** Spellings of hosts that lead to this machine. If all addresses are allowed, the canary receives their requests. */
export const thisMachine = [
  '127.0.0.1 127.0.0.1. 127.0.0.2 127.1 127.0.1 127.255.255.254 127.000.000.001 0177.0.0.1 0177.0.0.01 0x7f.0.0.1',
  '0x7F.0x0.0x0.0x1 0x7f.1 0x7f000001 0X7F000001 017700000001 2130706433 2130706433. 0 0.0.0.0 0x0 00 0.0',
  '1２7.0.0.1 ①②⑦.⓪.⓪.① 127。0。0。1 127.0.0.%31 %31%32%37.0.0.1 １２７.１',
  'localhost LOCALHOST Localhost ｌocalhost loc%61lhost local\u00adhost',
  '[::1] [::] [0:0:0:0:0:0:0:1] [0000::0001] [::ffff:127.0.0.1] [::ffff:7f00:1] [::FFFF:127.0.0.2] [0:0:0:0:0:ffff:7f00:0001]',
  'user@127.0.0.1 user:password@127.0.0.1 8.8.8.8@127.0.0.1 example.com:443@127.0.0.1 example.com%2F@127.0.0.1 @127.0.0.1 :@localhost',
  'loopback.test loopback6.test mapped.test first-of-several.test unspecified.test',
].flatMap(line => line.split(' '))

/** Spellings of hosts that lead to other internal addresses, or nowhere. */
export const internalHosts = [
  '10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.255 192.168.0.1 0xc0a80001 192.168.1 100.64.0.1 198.18.0.1',
  '169.254.169.254 0xa9fea9fe 2852039166 0251.0376.0251.0376 169.254.43518 169.254.170.2 100.100.100.200 192.0.0.192',
  '224.0.0.1 239.255.255.250 255.255.255.255 4294967295 240.0.0.1 192.0.2.1 198.51.100.1 203.0.113.1 192.88.99.1',
  '[fe80::1] [fec0::1] [fc00::1] [fd00:ec2::254] [ff02::1] [2001:db8::1] [3fff::1] [100::1] [5f00::1]',
  '[::127.0.0.1] [::7f00:1] [::8.8.8.8] [::ffff:8.8.8.8] [::ffff:10.0.0.1] [::ffff:0:7f00:1]',
  '[64:ff9b::7f00:1] [64:ff9b::127.0.0.1] [64:ff9b::a9fe:a9fe] [64:ff9b:1::7f00:1]',
  '[2002:7f00:1::1] [2002:a9fe:a9fe::] [2001:0:7f00:1::] [2001:10::1] [2001:20::1] [2001:2::1]',
  'private.test metadata.test last-of-several.test nat64.test zone.test',
].flatMap(line => line.split(' '))
