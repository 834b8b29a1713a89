/** Without language. */
export const selectedPath = '/selected-mentors'
/** The end of this page's price slider, in rupees a month. */
export const maxPrice = 10_000
