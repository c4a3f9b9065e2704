/** What the start page loads besides `entry.public.ts`, and the mission page for its film: no other page carries it. */
import { defineCarousel } from './ui/carousel/picture-carousel.element.ts'
import { defineFilmDialog } from './ui/lightbox/film-dialog.element.ts'
import { pictureTheme } from './ui/lightbox/picture-theme.ts'
import { logTimings } from './ui/timings.ts'

defineCarousel()
defineFilmDialog()
pictureTheme()
if (location.pathname === '/') logTimings()
