import * as contract from '#contract/reference/places.ts'
import type { Feature } from '#server/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { costlyRead } from '#server/platform/guards.ts'
import { cities, derivedFromPlaces, findCity, placesNamed, states } from './gazetteer.ts'
import { geocodeAddress, reverseGeocode, suggestPlaces } from './place-search.ts'

const listedCities = derivedFromPlaces(() => {
  const stateHi = new Map(states.map((state) => [state.name, state.nameHi]))
  return cities.map(({ name, nameHi, state, aliases, isShown }) => ({
    name,
    nameHi,
    state,
    aliases: [...aliases],
    isShown,
    alsoIn: [...new Set(placesNamed(name).map((city) => city.state))].filter((name) => name !== state),
    stateHi: stateHi.get(state) ?? state,
  }))
})

export const placesRoutes: Feature = (app, { maps }) => {
  app.route({ ...contract.listCities, handler: async () => ({ data: listedCities() }) })

  app.route({
    ...contract.autocomplete,
    // Maps providers charge per request; autocomplete sends more requests than geocoding.
    config: { ...contract.autocomplete.config, ...costlyRead(120) },
    handler: async (request) => {
      const { q, city, everywhere, limit: most } = request.query
      const inside = city ? findCity(city) : null
      if (city && !inside) throw new AppError('not-found')
      return {
        data: await suggestPlaces({ maps, log: request.log }, q, { inside, everywhere: everywhere === 'true' }, most),
      }
    },
  })

  app.route({
    ...contract.geocode,
    config: { ...contract.geocode.config, ...costlyRead(60) },
    handler: (request) => geocodeAddress({ maps, log: request.log }, request.query.address),
  })

  app.route({
    ...contract.reverse,
    config: { ...contract.reverse.config, ...costlyRead(60) },
    handler: (request) => reverseGeocode({ maps, log: request.log }, request.query),
  })
}
