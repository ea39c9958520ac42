/** Whether the browser would ask before this page is left. */
export const asksBeforeLeaving = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
