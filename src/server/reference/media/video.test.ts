import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newPhone } from '#test/builders.ts'
import { type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'
import { box, makeVideo, sendFile, track } from '#test/uploads.ts'

let app: TestApp
let mentor: LoggedIn
beforeAll(async () => {
  app = await testApp()
  mentor = await app.login(newPhone(), 'student')
})
afterAll(() => app.stop())

const send = (file: Buffer) => sendFile(mentor, { kind: 'video', preset: 'mentor-video', file })

const bytesAt = async ({ pathname, search }: URL) =>
  (await app.app.inject({ url: pathname + search, headers: { cookie: mentor.cookie() } })).rawPayload

/** Uploads a video and returns the stored file. */
async function uploadAndFetch(file: Buffer): Promise<{ format: string; bytes: Buffer }> {
  const { status, body } = await send(file)
  expect(status, JSON.stringify(body)).toBe(200)
  const link = new URL((await mentor.get(`/api/media/${body.public_id}/link`)).body.data.url)
  return { format: body.format, bytes: await bytesAt(link) }
}

const coordinates = '+22.7196+075.8577+553.000/'
const number = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [i, value] of values.entries()) bytes.writeUInt32BE(value, i * 4)
  return bytes
}

/** Builds a video as a phone writes it, or as it should be stored. `tell` writes a box and `say` bytes with the location. */
type Pen = { writeBox(name: string, ...parts: (Buffer | string)[]): Buffer; writeText(text: string): Buffer }
const phone: Pen = { writeBox: box, writeText: (text) => Buffer.from(text, 'latin1') }
const stripped: Pen = {
  writeBox: (name, ...parts) => box('free', Buffer.alloc(box(name, ...parts).length - 8)),
  writeText: (text) => Buffer.alloc(text.length),
}
async function expectLocationRemoved(format: string, make: (pen: Pen) => Buffer): Promise<void> {
  const sent = make(phone)
  expect(sent.includes('22.71')).toBe(true)
  const stored = await uploadAndFetch(sent)
  expect(stored.format).toBe(format)
  expect(stored.bytes.includes('22.71')).toBe(false)
  expect(stored.bytes.equals(make(stripped))).toBe(true)
}

describe('a phone video is stored without its location and otherwise byte for byte', () => {
  const picture = randomBytes(70_000)
  const xyz = box('\xa9xyz', number((coordinates.length << 16) | 0x15c7), coordinates)
  const keys = [
    box('hdlr', number(0, 0), 'mdta', Buffer.alloc(13)),
    box('keys', number(0, 1), box('mdta', 'com.apple.quicktime.location.ISO6709')),
    box('ilst', box('\0\0\0\x01', box('data', number(1, 0), coordinates))),
  ]
  const xmp = [
    Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex'),
    `<exif:GPSLatitude>${coordinates}</exif:GPSLatitude>`,
  ]

  test('from Android: index first, location in the index and in free space', () =>
    expectLocationRemoved('mp4', ({ writeBox }) =>
      Buffer.concat([
        box('ftyp', 'isom\0\0\x02\0isomiso2mp41'),
        box(
          'moov',
          box('mvhd', Buffer.alloc(100)),
          writeBox('udta', xyz),
          writeBox('meta', coordinates),
          track('vide'),
          track('soun'),
        ),
        writeBox('free', coordinates),
        box('mdat', picture),
      ]),
    ))

  test('from iPhone: index last, location in keys, tracks and an XMP packet', () =>
    expectLocationRemoved('mov', ({ writeBox, writeText }) =>
      Buffer.concat([
        box('ftyp', 'qt  \0\0\0\0qt  '),
        box('wide'),
        Buffer.concat([number(1), Buffer.from('mdat'), number(0, picture.length + 16), picture]),
        box(
          'moov',
          box('mvhd', Buffer.alloc(100)),
          track('vide', [], [writeBox('udta', xyz), writeBox('meta', ...keys)]),
          writeBox('meta', ...keys),
          writeBox('udta', xyz, number(0)),
          writeBox('uuid', ...xmp),
        ),
        writeBox('uuid', ...xmp),
        writeText(coordinates.slice(0, 5)),
      ]),
    ))

  test('in 3GP from an older phone, whose last box has no length', () =>
    expectLocationRemoved('3gp', ({ writeBox, writeText }) =>
      Buffer.concat([
        box('ftyp', '3gp5\0\0\0\0isom3gp5'),
        box(
          'moov',
          box('mvhd', Buffer.alloc(100)),
          track('vide'),
          writeBox('udta', box('loci', number(0), coordinates)),
        ),
        box('mdat', picture),
        number(0),
        Buffer.from(writeText === phone.writeText ? 'gps ' : 'free'),
        writeText(coordinates),
      ]),
    ))

  test.each([4, 8])('from a camera that records the location every second, with offsets of %i bytes', (width) =>
    expectLocationRemoved('mp4', ({ writeBox, writeText }) => {
      const head = box('ftyp', 'isom\0\0\x02\0isomiso2mp41')
      const first = `first ${coordinates}`
      const second = `then ${coordinates} and ${coordinates}`
      const at = head.length + 8 + 1000
      const offset = (to: number) => (width === 4 ? number(to) : number(0, to))
      const places = track('meta', [
        // The second chunk holds two samples.
        box('stsz', number(0, 0, 3, first.length, 5, second.length - 5)),
        box('stsc', number(0, 2, 1, 1, 1, 2, 2, 1)),
        box(width === 4 ? 'stco' : 'co64', number(0, 2), offset(at), offset(at + first.length + 1000)),
      ])
      return Buffer.concat([
        head,
        box(
          'mdat',
          picture.subarray(0, 1000),
          writeText(first),
          picture.subarray(1000, 2000),
          writeText(second),
          picture,
        ),
        box('moov', box('mvhd', Buffer.alloc(100)), track('vide'), writeBox('trak', places.subarray(8))),
      ])
    }),
  )
})

describe('WebM', () => {
  const element = (id: string, ...parts: Buffer[]) => {
    const body = Buffer.concat(parts)
    const size = Buffer.alloc(8)
    size.writeUInt32BE(body.length, 4)
    size[0] = 1
    return Buffer.concat([Buffer.from(id, 'hex'), size, body])
  }
  const endless = (id: string, ...parts: Buffer[]) =>
    Buffer.concat([Buffer.from(`${id}01ffffffffffffff`, 'hex'), ...parts])
  const empty = (bytes: Buffer) => {
    const head = Buffer.from('ec0100000000000000', 'hex')
    head.writeUInt32BE(bytes.length - 9, 5)
    return Buffer.concat([head, Buffer.alloc(bytes.length - 9)])
  }
  const head = (kind = 'webm') =>
    element('1a45dfa3', element('4286', Buffer.from([1])), element('4282', Buffer.from(kind)))
  const tags = element(
    '1254c367',
    element(
      '7373',
      element('67c8', element('45a3', Buffer.from('LOCATION')), element('4487', Buffer.from(coordinates.repeat(9)))),
    ),
  )
  const small = Buffer.from(`1254c3678b67c888${'2b32322e37313936'}`, 'hex')
  const smallEmpty = Buffer.from(`ec8e${'00'.repeat(14)}`, 'hex')
  const about = element('1549a966', element('2ad7b1', Buffer.from([15, 66, 64])))
  const tracks = element('1654ae6b', element('ae', element('d7', Buffer.from([1]))))
  const blocks = Array.from({ length: 400 }, (_, i) =>
    element('a3', Buffer.from([0x81, 0, i & 255, 0x80]), randomBytes(90)),
  )
  const cluster = (make: typeof element) => make('1f43b675', element('e7', Buffer.from([0])), ...blocks)

  test.each([
    ['of a recorder that knows every length', element, element],
    ['of a browser, without lengths', endless, endless],
    ['whose clusters have no length', element, endless],
  ])('%s is stored without its tags', async (_, segment, part) => {
    const make = (clean: (bytes: Buffer) => Buffer, tiny: Buffer) =>
      Buffer.concat([
        head(),
        segment('18538067', about, clean(tags), tracks, cluster(part), cluster(part), tiny, cluster(part), clean(tags)),
      ])
    const sent = make((bytes) => bytes, small)
    expect(sent.includes('+22.7196+')).toBe(true)
    const stored = await uploadAndFetch(sent)
    expect(stored.format).toBe('webm')
    expect(stored.bytes.includes('+22.71')).toBe(false)
    expect(stored.bytes.equals(make(empty, smallEmpty))).toBe(true)
  })

  const whole = Buffer.concat([head(), element('18538067', about, tracks, cluster(element))])
  test.each([
    ['that was cut', whole.subarray(0, -30)],
    [
      'that was cut within a cluster without a length',
      Buffer.concat([head(), endless('18538067', tracks, cluster(endless))]).subarray(0, -30),
    ],
    [
      'whose tags have no length',
      Buffer.concat([head(), endless('18538067', tracks, cluster(element), endless('1254c367', tags))]),
    ],
    ['without tracks', Buffer.concat([head(), element('18538067', about, cluster(element))])],
    ['without pictures', Buffer.concat([head(), element('18538067', about, tracks)])],
    ['that goes on with something else', Buffer.concat([whole, Buffer.alloc(100)])],
    ['that is a head only', head()],
  ])('%s is rejected as broken', async (_, file) => {
    const { status, body } = await send(file)
    expect([status, body.error?.code]).toEqual([422, 'file-broken'])
    expect(body.error.message).toContain('damaged or incomplete')
  })

  test('with the Matroska document type is rejected by type', async () => {
    const file = Buffer.concat([head('matroska'), element('18538067', about, tracks, cluster(element))])
    expect((await send(file)).body.error.code).toBe('file-type')
  })
})

describe('an MP4 that cannot be parsed is rejected as broken', () => {
  const ftyp = box('ftyp', 'isom\0\0\x02\0isomiso2mp41')
  const mdat = box('mdat', randomBytes(3000))
  const header = box('mvhd', Buffer.alloc(100))
  const long = Buffer.from(track('vide'))
  long.writeUInt32BE(long.length + 1)
  const withSamples = (...samples: Buffer[]) => box('moov', header, track('vide'), track('meta', samples))
  const sizes = box('stsz', number(0, 0, 1, 10))
  const perChunk = box('stsc', number(0, 1, 1, 1, 1))
  test.each([
    ['without an index', mdat],
    ['without a picture', box('moov', header, track('vide'))],
    ['cut within its pictures', Buffer.concat([box('moov', header, track('vide')), mdat.subarray(0, -1)])],
    ['with a track that is longer than what it is in', Buffer.concat([box('moov', header, long), mdat])],
    ['with a track of no kind', Buffer.concat([box('moov', header, box('trak', box('tkhd', Buffer.alloc(84)))), mdat])],
    [
      'with a box that is shorter than its head',
      Buffer.concat([box('moov', header, number(7), Buffer.alloc(4)), mdat]),
    ],
    ['with a metadata track without chunk offsets', Buffer.concat([withSamples(sizes, perChunk), mdat])],
    [
      'with a metadata track beyond the end',
      Buffer.concat([withSamples(sizes, perChunk, box('stco', number(0, 1, 99_999))), mdat]),
    ],
    [
      'with fewer chunk offsets than declared',
      Buffer.concat([withSamples(sizes, perChunk, box('stco', number(0, 9, 50))), mdat]),
    ],
    [
      'with a metadata track that overlaps itself many times',
      Buffer.concat([
        withSamples(box('stsz', number(0, 2000, 9)), perChunk, box('stco', number(0, 4, 400, 400, 400, 400))),
        mdat,
      ]),
    ],
  ])('%s', async (_, rest) => {
    const { status, body } = await send(Buffer.concat([ftyp, rest]))
    expect([status, body.error?.code], JSON.stringify(body)).toEqual([422, 'file-broken'])
    expect(body.error.message).toContain('damaged or incomplete')
  })

  test('accepts a complete MP4', async () => {
    expect((await send(makeVideo(5000))).status).toBe(200)
  })
})
