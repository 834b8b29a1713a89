/** Errors about the address of a class: HTTP status and words in both languages. */
export const addressErrors = {
  'address-needed': [422, 'Enter the address where the class will take place.', 'क्लास कहाँ होगी, वह पता भरें।'],
  'address-out-of-reach': [
    409,
    "This mentor doesn't travel to this address. Use another address, choose another teaching mode or find another mentor.",
    'ये मेंटर इस पते पर नहीं आते। दूसरा पता दें, पढ़ने का दूसरा तरीक़ा चुनें या दूसरे मेंटर ढूँढें।',
  ],
  'address-fixed': [
    409,
    'You can only change the address for upcoming classes at home.',
    'पता सिर्फ़ घर पर होने वाली आगे की क्लास के लिए बदला जा सकता है।',
  ],
} as const satisfies Record<string, readonly [number, string, string]>
