/** Without language prefix. */
export const selectedPath = '/selected-mentors'
/** Maximum of this page's price slider, in rupees a month. */
export const maxPrice = 10_000
