import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { mapPicture } from '#contract/application-sections.ts'

const component = (name: string, short: string, type: string) => ({ long_name: name, short_name: short, types: [type] })

/** A place as Google's Geocoding answers it: a house in Vijay Nagar, wherever it was asked to lie. */
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

/** Streets of nowhere, as large as was asked for. */
const streets = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="400"><rect width="800" height="400" fill="#e8eae6"/>
<path d="M0 120H800M0 290H800M180 0V400M430 0V400M640 0V400M0 400L800 40" stroke="#fff" stroke-width="18"/>
<path d="M400 200l-26-46a30 30 0 1 1 52 0z" fill="#d33"/></svg>`

/** Google's Geocoding, Places and Maps Static on this machine: `seen` are the addresses asked, `breakPictures` refuses pictures. */
export async function startGoogleMaps() {
  const seen: URL[] = []
  let isBroken = false
  const { width, height } = mapPicture
  const jpeg = await sharp(Buffer.from(streets))
    .resize(width * 2, height * 2)
    .jpeg()
    .toBuffer()
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
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // true: it listens on a port
  return {
    seen,
    jpeg,
    breakPictures: () => {
      isBroken = true
    },
    /** Of `.env.example`. */
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
