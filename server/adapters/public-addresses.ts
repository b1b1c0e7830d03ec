import { BlockList, isIP } from 'node:net'

/** Non-public IPv4 ranges: this host, private, shared, link-local, documentation, benchmarks, multicast, reserved. */
const NOT_PUBLIC_4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]
/** IPv6 ranges in 2000::/3, the public space, that are not public: carriers of IPv4, documentation, tests. */
const NOT_PUBLIC_6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3ffe::', 16],
  ['3fff::', 20],
]

const listOf = (ranges: readonly (readonly [string, number])[], family: 'ipv4' | 'ipv6') => {
  const list = new BlockList()
  for (const [start, bits] of ranges) list.addSubnet(start, bits, family)
  return list
}

const NOT_4 = listOf(NOT_PUBLIC_4, 'ipv4')
const NOT_6 = listOf(NOT_PUBLIC_6, 'ipv6')
const GLOBAL_6 = listOf([['2000::', 3]], 'ipv6')
const LOOPBACK_4 = listOf([['127.0.0.0', 8]], 'ipv4')

/** Whether an address is public on the internet: not of this machine, its local network or its cloud. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !NOT_4.check(address, 'ipv4')
    case 6:
      return GLOBAL_6.check(address, 'ipv6') && !NOT_6.check(address, 'ipv6')
    default:
      return false
  }
}

/** Whether an address is this machine's own. */
export const isLoopbackAddress = (address: string): boolean =>
  isIP(address) === 4 ? LOOPBACK_4.check(address, 'ipv4') : address === '::1'
