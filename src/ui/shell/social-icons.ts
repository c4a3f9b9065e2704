/** Paths of 24 by 24 units, drawn for this project. The server sends those in use, so that they are in no script. */
export const socialIcons = {
  YouTube:
    'M3 8.5A3.5 3.5 0 0 1 6.5 5h11A3.5 3.5 0 0 1 21 8.5v7a3.5 3.5 0 0 1-3.5 3.5h-11A3.5 3.5 0 0 1 3 15.5zM10 9l5 3-5 3z',
  TikTok: 'M13 4v11a3.5 3.5 0 1 1-3.5-3.5M13 4c.4 2.7 2.2 4.4 5 4.6',
  Instagram:
    'M8 4h8a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4zM12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM16.6 7.3h.01',
  X: 'M5 5l14 14M19 5L5 19',
}
