import { useEffect, useState } from 'react';
import { ADMIN_VIDEOS_PAGE_SIZE } from '../../../../api/contract/common/screen-numbers.js';
import { usePageSize } from '../../../shared/ui/table/pager.js';
import { placeOf } from '../../../shared/ui/table/paging.js';
import { useVideoPage, type VideoListName } from '../../common/video-requests.js';

/** One of the two lists: what is searched for in it, and the page that is open. */
export function useVideoList(list: VideoListName) {
  const [search, setSearch] = useState('');
  const [wanted, setPage] = useState(0);
  const size = usePageSize(ADMIN_VIDEOS_PAGE_SIZE);
  const q = useSettled(search);
  const query = useVideoPage({ list, q, offset: wanted * size, size });
  const place = placeOf(query.data?.found ?? 0, wanted, size);
  // The last page may have lost its only video.
  if (query.data && !query.isPlaceholderData && place.page < wanted) setPage(place.page);
  return {
    query,
    place,
    search,
    setSearch: (text: string) => {
      setSearch(text);
      setPage(0);
    },
    setPage,
    /** Undefined until it is known. */
    total: query.data?.total,
    /** How many fit what is searched for; undefined while that is read, and where it could not be. */
    found: query.isPlaceholderData ? undefined : query.data?.found,
  };
}

export type VideoList = ReturnType<typeof useVideoList>;

const SETTLED_AFTER_MS = 250;

/** A text that is being typed, once nothing has been typed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text.trim()), SETTLED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
