import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { mapImage } from '#contract/mentors/application-sections.ts'

const component = (name: string, short: string, type: string) => ({ long_name: name, short_name: short, types: [type] })

/** A Google Geocoding result: a house in Vijay Nagar at the requested coordinates. */
const placeAt = (lat: number, lng: number) => ({
  formatted_address: '12, Scheme 54, Vijay Nagar, Indore, Madhya Pradesh 452010, India',
  geometry: {
    location: { lat, lng },
    viewport: { northeast: { lat: lat + 0.01, lng: lng + 0.01 }, southwest: { lat: lat - 0.01, lng: lng - 0.01 } },
  },
  address_components: [
    component('Vijay Nagar', 'Vijay Nagar', 'sublocality_level_1'),
    component('Indore', 'Indore', 'locality'),
    component('Madhya Pradesh', 'MP', 'administrative_area_level_1'),
    component('India', 'IN', 'country'),
  ],
})

const rectangle = (width: number, height: number, background: string) => ({
  width,
  height,
  channels: 3 as const,
  background,
})
/** A fake street map of the requested size. Drawn without SVG, which the server disables for its whole process. */
async function drawStreets(width: number, height: number): Promise<Buffer> {
  const across = [0.3, 0.72].map((at) => ({
    left: 0,
    top: Math.round(at * height),
    input: { create: rectangle(width, 36, '#fff') },
  }))
  const along = [0.22, 0.54, 0.8].map((at) => ({
    left: Math.round(at * width),
    top: 0,
    input: { create: rectangle(36, height, '#fff') },
  }))
  return await sharp({ create: rectangle(width, height, '#e8eae6') })
    .composite([...across, ...along])
    .jpeg()
    .toBuffer()
}

/** A fake of Google Geocoding, Places and Maps Static: `seen` lists requested URLs, `breakPictures` makes maps fail. */
export async function startGoogleMaps() {
  const seen: URL[] = []
  let isBroken = false
  const { width, height } = mapImage
  const jpeg = await drawStreets(width * 2, height * 2)
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://google')
    seen.push(url)
    const answer = (status: number, type: string, body: Buffer | string) =>
      response.writeHead(status, { 'content-type': type }).end(body)
    if (url.pathname === '/maps/api/staticmap') {
      if (isBroken) return answer(403, 'text/plain', 'The Google Maps Platform server rejected your request.')
      return answer(200, 'image/jpeg', jpeg)
    }
    if (url.pathname !== '/maps/api/geocode/json') return answer(200, 'application/json', '{"suggestions":[]}')
    const named = url.searchParams.get('address')?.startsWith('Palasia') ? '22.724,75.888' : '22.7533,75.8937'
    const [lat = 0, lng = 0] = (url.searchParams.get('latlng') ?? named).split(',').map(Number)
    return answer(200, 'application/json', JSON.stringify({ status: 'OK', results: [placeAt(lat, lng)] }))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // safe: it listens on a port
  return {
    seen,
    jpeg,
    breakPictures: () => {
      isBroken = true
    },
    /** Variables of `.env.example`. */
    variables: {
      MAPS_PROVIDER: 'google',
      GOOGLE_MAPS_KEY: 'AIza-key-1',
      GOOGLE_PLACES_URL: url,
      GOOGLE_GEOCODING_URL: url,
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
