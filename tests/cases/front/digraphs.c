%:define TWO 2
%:define CAT(a, b) a %:%: b
int main(void) <%
    int a<:TWO:> = <% 1, 2 %>;
    int CAT(x, y) = a<:1:>;
    if (sizeof "<:" != 3) return 1;
    return xy == 2 ? 0 : 2;
%>
