import { isIPv4, isIPv6 } from 'node:net'

/** Sixteen-bit groups of an IPv6 address, with `::` expanded and an IPv4 tail converted. */
function groupsOf(ip: string): number[] {
  const [head = '', tail] = ip.split('::')
  const parse = (part: string) =>
    part === ''
      ? []
      : part.split(':').flatMap((group) => {
          if (!group.includes('.')) return [Number.parseInt(group, 16)]
          const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
          return [a * 256 + b, c * 256 + d]
        })
  const before = parse(head)
  const after = parse(tail ?? '')
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}

const isMapped = (groups: number[]) => groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff

/** IPv4 address, also from its IPv6 form, or groups of an IPv6 address; null for anything else. */
function readIp(ip: string): { v4: string } | { v6: number[] } | null {
  const address = ip.split('%')[0] ?? ''
  if (isIPv4(address)) return { v4: address }
  if (!isIPv6(address)) return null
  const groups = groupsOf(address)
  const [high = 0, low = 0] = groups.slice(6)
  return isMapped(groups) ? { v4: [high >> 8, high & 255, low >> 8, low & 255].join('.') } : { v6: groups }
}

const prefix = (groups: number[], count: number) =>
  `${groups
    .slice(0, count)
    .map((group) => group.toString(16))
    .join(':')}::/${count * 16}`

/** IPv4 /24 or IPv6 /64 of an address, in one spelling: a household or an office shares one rate limit. */
export function ipBlock(ip: string): string {
  const address = readIp(ip)
  if (!address) return ip
  return 'v4' in address ? `${address.v4.split('.').slice(0, 3).join('.')}.0/24` : prefix(address.v6, 4)
}

/** IPv6 /48 of an address, which one customer of a provider may hold; null for IPv4. */
export function ipWideBlock(ip: string): string | null {
  const address = readIp(ip)
  return address && 'v6' in address ? prefix(address.v6, 3) : null
}
