import { BlockList, isIP } from 'node:net'

/** Whether an address lies in one of the ranges (`203.0.113.7`, `2001:db8::/32`); no range at all admits every address. */
export function admitsAddress(ranges: readonly string[], address: string | null): boolean {
  if (ranges.length === 0) return true
  const plain = (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '')
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
