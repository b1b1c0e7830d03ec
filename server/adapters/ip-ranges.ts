import { BlockList, isIP } from 'node:net'

/** Ranges that Fastify accepts by name. */
export const NAMED_RANGES: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** Whether an address lies in one of the ranges (`203.0.113.7`, `2001:db8::/32`); no range at all admits every address. */
export function admitsAddress(ranges: readonly string[], address: string | null): boolean {
  if (ranges.length === 0) return true
  const plain = plainAddress(address ?? '')
  if (isIP(plain) === 0) return false
  const list = new BlockList()
  for (const range of ranges) {
    const [start = '', bits] = range.split('/')
    const family = isIP(start) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(start, family)
    else list.addSubnet(start, Number(bits), family)
  }
  return list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
}

/**
 * Returns the network of a caller: an IPv4 address itself, for IPv6 the block of 64 bits that each subscriber has,
 * `2001:db8:0:1::/64`. A text that is no address is returned unchanged, cut to the length of one.
 */
export function networkOf(address: string): string {
  const plain = plainAddress(address)
  if (isIP(plain) !== 6) return plain.slice(0, ADDRESS_MAX_CHARS)
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::')
  const [first, last] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean)) as [string[], string[]]
  const groups = [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last]
  return `${new URL(`http://[${groups.slice(0, 4).join(':')}::]`).hostname.slice(1, -1)}/64`
}

/** Returns the block of addresses of one location: /24 for IPv4, `203.0.113.0/24`, and the network of 64 bits for IPv6. */
export function blockOf(address: string): string {
  const network = networkOf(address)
  return isIP(network) === 4 ? network.replace(/\d+$/, '0/24') : network
}

/** Longest notation of an address: IPv6 with an IPv4 address at its end. */
const ADDRESS_MAX_CHARS = 45

/** Returns an address without the prefix of IPv4 in IPv6 and without the name of an interface. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
