function Heun(T)
    A = [0 0; 1 0]
    b = [1//2, 1//2]
    order = 2
end
function Wrong(T)
    A = [0 0; 1 0]
    b = [1//2, 1//3]
    order = 2
end
function Unread(T)
    A = [0 0; 1 0]
    b = weights(2)
end
