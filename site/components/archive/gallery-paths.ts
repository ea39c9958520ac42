/** Path of one page of the gallery; the first is the archive itself. */
export function galleryPath(page: number): string {
  return page === 1 ? '/stories' : `/stories/page/${page}`;
}
